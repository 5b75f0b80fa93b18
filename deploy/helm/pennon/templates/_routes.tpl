{{- /* What of the API goes to which tier, and nothing to /metrics: for the ingress and the routes of a gateway. */ -}}

{{- /* As YAML: `prefixes` and `exact` paths of a tier, below the base path. */ -}}
{{- define "pennon.paths" -}}
reader:
  {{- /* Evaluation by paths with a namespace, which no prefix tells apart, is answered by the writer too. */}}
  prefixes: [/evaluate/v1, /internal/v1/evaluation, /ofrep, /api/v1/evaluate, /api/v1/batch-evaluate]
  exact: []
writer:
  prefixes: [/api, /audit, /auth, /meta, /internal, /health, /evaluate/v1/explain, /assets]
  exact: [/, /theme.js, /favicon.svg, /openapi.json]
{{- end -}}

{{- define "pennon.basePath" -}}
{{ trimSuffix "/" .Values.basePath }}
{{- end -}}
