import { podCases } from './pod-cases';
import { type Cases, CONTAINER, POD, prefixed } from './value-case';

/** What both tiers can be told. */
function tierCases(tier: string): Cases {
  const deployment = `Deployment/pennon-${tier}`;
  const service = `Service/pennon-${tier}`;
  const headless = `Service/pennon-${tier}-grpc`;
  const budget = `PodDisruptionBudget/pennon-${tier}`;
  const probe = { failureThreshold: 90 };
  return {
    ...podCases(tier, deployment, POD),
    ...prefixed(tier, {
      enabled: { value: false, in: deployment, at: undefined, with: {} },
      'service.type': { value: 'LoadBalancer', in: service, at: 'spec.type' },
      'service.annotations': { value: { dns: 'x' }, in: service, at: 'metadata.annotations.dns', shown: 'x' },
      'service.httpPort': { value: 80, in: service, at: 'spec.ports.0.port' },
      'service.grpcPort': { value: 90, in: service, at: 'spec.ports.1.port' },
      'service.loadBalancerClass': { value: 'internal', in: service, at: 'spec.loadBalancerClass' },
      'service.loadBalancerSourceRanges': {
        value: ['10.0.0.0/8'],
        in: service,
        at: 'spec.loadBalancerSourceRanges',
      },
      'headlessService.enabled': { value: true, in: headless, at: 'spec.clusterIP', shown: 'None' },
      'headlessService.annotations': {
        value: { dns: 'y' },
        in: headless,
        at: 'metadata.annotations.dns',
        shown: 'y',
      },
      startupProbe: {
        value: probe,
        in: deployment,
        at: `${CONTAINER}.startupProbe.failureThreshold`,
        shown: 90,
      },
      readinessProbe: {
        value: probe,
        in: deployment,
        at: `${CONTAINER}.readinessProbe.failureThreshold`,
        shown: 90,
      },
      livenessProbe: {
        value: probe,
        in: deployment,
        at: `${CONTAINER}.livenessProbe.failureThreshold`,
        shown: 90,
      },
      lifecycle: {
        value: { preStop: { sleep: { seconds: 5 } } },
        in: deployment,
        at: `${CONTAINER}.lifecycle`,
      },
      updateStrategy: {
        value: { rollingUpdate: { maxSurge: 3 } },
        in: deployment,
        at: 'spec.strategy.rollingUpdate',
        shown: { maxSurge: 3, maxUnavailable: 0 },
      },
      terminationGracePeriodSeconds: {
        value: 99,
        in: deployment,
        at: `${POD}.terminationGracePeriodSeconds`,
      },
      topologySpreadConstraints: {
        value: [{ maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
        in: deployment,
        at: `${POD}.topologySpreadConstraints`,
      },
      'podDisruptionBudget.enabled': { value: true, in: budget, at: 'kind', shown: 'PodDisruptionBudget' },
      'podDisruptionBudget.maxUnavailable': { value: '25%', in: budget, at: 'spec.maxUnavailable' },
      'podDisruptionBudget.minAvailable': {
        value: 1,
        in: budget,
        at: 'spec',
        shown: expect.not.objectContaining({ maxUnavailable: expect.anything() as unknown }),
        with: { 'podDisruptionBudget.enabled': true },
      },
    }),
  };
}

const scaler = 'HorizontalPodAutoscaler/pennon-reader';
const metric = {
  type: 'Pods',
  pods: { metric: { name: 'calls' }, target: { type: 'AverageValue', averageValue: '9' } },
};

/** Of the readers. */
export const readerCases: Cases = {
  ...tierCases('reader'),
  ...prefixed('reader', {
    replicaCount: {
      value: 4,
      in: 'Deployment/pennon-reader',
      at: 'spec.replicas',
      with: { 'autoscaling.enabled': false },
    },
    'autoscaling.enabled': { value: false, in: scaler, at: undefined, with: {} },
    'autoscaling.minReplicas': { value: 3, in: scaler, at: 'spec.minReplicas' },
    'autoscaling.maxReplicas': { value: 30, in: scaler, at: 'spec.maxReplicas' },
    'autoscaling.targetCPUUtilizationPercentage': {
      value: 55,
      in: scaler,
      at: 'spec.metrics.0.resource.target.averageUtilization',
    },
    'autoscaling.targetMemoryUtilizationPercentage': {
      value: 66,
      in: scaler,
      at: 'spec.metrics.1.resource.target.averageUtilization',
    },
    'autoscaling.metrics': { value: [metric], in: scaler, at: 'spec.metrics.2', shown: metric },
    'autoscaling.behavior': {
      value: { scaleDown: { stabilizationWindowSeconds: 600 } },
      in: scaler,
      at: 'spec.behavior',
    },
  }),
};

/** Of the writer. */
export const writerCases: Cases = {
  ...tierCases('writer'),
  'writer.replicaCount': { value: 2, in: 'Deployment/pennon-writer', at: 'spec.replicas' },
};
