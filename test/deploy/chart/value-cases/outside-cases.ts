import { type Cases } from './value-case';

const gateway = [{ name: 'gateway', namespace: 'infra' }];
const policy = 'NetworkPolicy/pennon';
const cidr = [{ ipBlock: { cidr: '10.0.0.0/8' } }];
const relabeling = [{ action: 'labeldrop', regex: 'pod' }];

/** Of what lets others in. */
export const outsideCases: Cases = {
  'ingress.enabled': { value: true, in: 'Ingress/pennon', at: 'kind', shown: 'Ingress' },
  'ingress.className': { value: 'nginx', in: 'Ingress/pennon', at: 'spec.ingressClassName' },
  'ingress.annotations': {
    value: { x: 'y' },
    in: 'Ingress/pennon',
    at: 'metadata.annotations.x',
    shown: 'y',
  },
  'ingress.hosts': {
    value: [{ host: 'a.example.com' }, { host: 'b.example.com' }],
    in: 'Ingress/pennon',
    at: 'spec.rules.1.host',
    shown: 'b.example.com',
  },
  'ingress.tls': {
    value: [{ secretName: 'tls', hosts: ['a.example.com'] }],
    in: 'Ingress/pennon',
    at: 'spec.tls',
  },
  'httpRoute.enabled': { value: true, in: 'HTTPRoute/pennon', at: 'kind', shown: 'HTTPRoute' },
  'httpRoute.annotations': {
    value: { x: 'z' },
    in: 'HTTPRoute/pennon',
    at: 'metadata.annotations.x',
    shown: 'z',
  },
  'httpRoute.parentRefs': { value: gateway, in: 'HTTPRoute/pennon', at: 'spec.parentRefs' },
  'httpRoute.hostnames': { value: ['a.example.com'], in: 'HTTPRoute/pennon', at: 'spec.hostnames' },
  'httpRoute.timeouts': {
    value: { request: '0s' },
    in: 'HTTPRoute/pennon',
    at: 'spec.rules.0.timeouts',
  },
  'grpcRoute.enabled': { value: true, in: 'GRPCRoute/pennon', at: 'kind', shown: 'GRPCRoute' },
  'grpcRoute.annotations': {
    value: { x: 'w' },
    in: 'GRPCRoute/pennon',
    at: 'metadata.annotations.x',
    shown: 'w',
  },
  'grpcRoute.parentRefs': { value: gateway, in: 'GRPCRoute/pennon', at: 'spec.parentRefs' },
  'grpcRoute.hostnames': { value: ['g.example.com'], in: 'GRPCRoute/pennon', at: 'spec.hostnames' },
  'networkPolicy.enabled': { value: false, in: policy, at: undefined, with: {} },
  'networkPolicy.from': {
    value: cidr,
    in: policy,
    at: 'spec.ingress.0.from',
    shown: expect.arrayContaining(cidr),
  },
  'networkPolicy.egress': {
    value: [{ to: cidr }],
    in: `${policy}-egress`,
    at: 'spec.egress.2',
    shown: { to: cidr },
  },
};

const monitor = 'ServiceMonitor/pennon';
const rule = 'PrometheusRule/pennon';
const dashboard = 'ConfigMap/pennon-dashboard';

/** Of what watches. */
export const monitoringCases: Cases = {
  'serviceMonitor.enabled': { value: true, in: monitor, at: 'kind', shown: 'ServiceMonitor' },
  'serviceMonitor.interval': { value: '15s', in: monitor, at: 'spec.endpoints.0.interval' },
  'serviceMonitor.scrapeTimeout': { value: '9s', in: monitor, at: 'spec.endpoints.0.scrapeTimeout' },
  'serviceMonitor.labels': {
    value: { release: 'p' },
    in: monitor,
    at: 'metadata.labels.release',
    shown: 'p',
  },
  'serviceMonitor.annotations': { value: { a: 'b' }, in: monitor, at: 'metadata.annotations.a', shown: 'b' },
  'serviceMonitor.relabelings': { value: relabeling, in: monitor, at: 'spec.endpoints.0.relabelings' },
  'serviceMonitor.metricRelabelings': {
    value: relabeling,
    in: monitor,
    at: 'spec.endpoints.0.metricRelabelings',
  },
  'prometheusRule.enabled': { value: true, in: rule, at: 'spec.groups.0.name', shown: expect.any(String) },
  'prometheusRule.labels': { value: { release: 'q' }, in: rule, at: 'metadata.labels.release', shown: 'q' },
  'prometheusRule.annotations': { value: { a: 'c' }, in: rule, at: 'metadata.annotations.a', shown: 'c' },
  'dashboard.enabled': {
    value: true,
    in: dashboard,
    at: 'data',
    shown: { 'pennon.json': expect.stringContaining('panels') as unknown },
  },
  'dashboard.labels': { value: { grafana: 'g' }, in: dashboard, at: 'metadata.labels.grafana', shown: 'g' },
  'dashboard.annotations': {
    value: { folder: 'f' },
    in: dashboard,
    at: 'metadata.annotations.folder',
    shown: 'f',
  },
};
