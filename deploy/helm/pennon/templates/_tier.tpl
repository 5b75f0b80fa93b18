{{- /* A tier, of `root`, `component` and `args`: its workload, and how it is reached and scaled. */ -}}

{{- define "pennon.tier" -}}
{{- $own := index .root.Values .component -}}
{{- $name := include "pennon.componentName" . -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "pennon.metadata" (merge (dict "name" $name "annotations" $own.annotations) .) | nindent 2 }}
spec:
  {{- if not (dig "autoscaling" "enabled" false $own) }}
  replicas: {{ $own.replicaCount }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "pennon.selector" . | nindent 6 }}
  strategy:
    {{- toYaml $own.updateStrategy | nindent 4 }}
  template:
    metadata:
      {{- include "pennon.podMetadata" . | nindent 6 }}
    spec:
      {{- include "pennon.spread" . | trim | nindent 6 }}
      {{- include "pennon.podSpec" (merge (dict "container" (include "pennon.server" .)) .) | nindent 6 }}
{{- include "pennon.serviceAccount" . }}
---
apiVersion: v1
kind: Service
metadata:
  {{- include "pennon.metadata" (merge (dict "name" $name "annotations" $own.service.annotations) .) | nindent 2 }}
spec:
  type: {{ $own.service.type }}
  {{- with $own.service.loadBalancerClass }}
  loadBalancerClass: {{ . | quote }}
  {{- end }}
  {{- with $own.service.loadBalancerSourceRanges }}
  loadBalancerSourceRanges:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  selector:
    {{- include "pennon.selector" . | nindent 4 }}
  ports:
    - name: http
      port: {{ $own.service.httpPort }}
      targetPort: http
      appProtocol: http
    - name: grpc
      port: {{ $own.service.grpcPort }}
      targetPort: grpc
      appProtocol: kubernetes.io/h2c
{{- if $own.headlessService.enabled }}
---
# Names each pod, for gRPC clients that balance by themselves.
apiVersion: v1
kind: Service
metadata:
  {{- $headless := dict "root" .root "name" (printf "%s-grpc" $name) "annotations" $own.headlessService.annotations }}
  {{- include "pennon.metadata" $headless | nindent 2 }}
spec:
  clusterIP: None
  selector:
    {{- include "pennon.selector" . | nindent 4 }}
  ports:
    - name: grpc
      port: 9000
      targetPort: grpc
      appProtocol: kubernetes.io/h2c
{{- end }}
{{- include "pennon.scaling" (merge (dict "name" $name) .) }}
{{- end -}}

{{- define "pennon.server" -}}
{{- $own := index .root.Values .component -}}
args: [{{ .args }}]
ports:
  - name: http
    containerPort: 8080
  - name: grpc
    containerPort: 9000
{{- range $field := list "startupProbe" "readinessProbe" "livenessProbe" "lifecycle" }}
{{- with index $own $field }}
{{ toYaml (dict $field .) }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* Over hosts, unless something else is given. */ -}}
{{- define "pennon.spread" -}}
topologySpreadConstraints:
{{- with (index .root.Values .component).topologySpreadConstraints }}
  {{- toYaml . | nindent 2 }}
{{- else }}
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "pennon.selector" . | nindent 8 }}
{{- end }}
{{- end -}}

{{- define "pennon.scaling" -}}
{{- $own := index .root.Values .component -}}
{{- $autoscaling := default dict $own.autoscaling -}}
{{- if $autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "pennon.metadata" . | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ .name }}
  minReplicas: {{ $autoscaling.minReplicas }}
  maxReplicas: {{ $autoscaling.maxReplicas }}
  metrics:
    {{- range $resource, $percentage := dict "cpu" $autoscaling.targetCPUUtilizationPercentage "memory" $autoscaling.targetMemoryUtilizationPercentage }}
    {{- if $percentage }}
    - type: Resource
      resource:
        name: {{ $resource }}
        target:
          type: Utilization
          averageUtilization: {{ $percentage }}
    {{- end }}
    {{- end }}
    {{- with $autoscaling.metrics }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $autoscaling.behavior }}
  behavior:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- with $own.podDisruptionBudget }}
{{- if .enabled }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "pennon.metadata" $ | nindent 2 }}
spec:
  {{- if .minAvailable }}
  minAvailable: {{ .minAvailable }}
  {{- else }}
  maxUnavailable: {{ .maxUnavailable }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "pennon.selector" $ | nindent 6 }}
{{- end }}
{{- end }}
{{- end -}}
