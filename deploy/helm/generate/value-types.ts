/**
 * The types that comments in `values.yaml` name. Those of Kubernetes are strict: what it would not know is an error of the
 * value.
 */
import type { IHTTPRouteSpec } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRouteSpec';
import type { IGRPCRouteSpec } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/GRPCRouteSpec';
import type { IServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor';
import type { IDeploymentSpec } from 'kubernetes-models/apps/v1/DeploymentSpec';
import type { IHorizontalPodAutoscalerSpec } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscalerSpec';
import type { IIngressSpec } from 'kubernetes-models/networking.k8s.io/v1/IngressSpec';
import type { INetworkPolicyIngressRule } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyIngressRule';
import type { INetworkPolicySpec } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicySpec';
import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';

export type Pod = IPodSpec;
export type PodContainer = IContainer;
export type Deployment = IDeploymentSpec;
export type Scaling = IHorizontalPodAutoscalerSpec;
export type Ingress = IIngressSpec;
export type HttpRoute = IHTTPRouteSpec;
export type GrpcRoute = IGRPCRouteSpec;
export type HttpRouteRule = NonNullable<HttpRoute['rules']>[number];
export type Policy = INetworkPolicySpec;
export type PolicyIngress = INetworkPolicyIngressRule;
export type MonitorEndpoint = IServiceMonitor['spec']['endpoints'][number];

/**
 * @asType integer
 * @minimum 0
 */
export type Count = number;

/**
 * @asType integer
 * @minimum 1
 * @maximum 65535
 */
export type Port = number;

/** @pattern ^(/.*)?$ */
export type BasePath = string;

/** @pattern ^(sha256:[0-9a-f]{64})?$ */
export type Digest = string;

/** @pattern ^([0-9]+(ms|s|m|h))+$ */
export type Interval = string;

/** Environment variables; the templates look at their names. */
export type Settings = Record<string, string | number | boolean>;

/** Environment variables from secrets. */
export type SecretSettings = Record<string, { secret: string; key: string }>;
