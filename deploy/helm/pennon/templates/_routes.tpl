{{- /* What of the API goes to which tier, and nothing to /metrics: for the ingress and the routes of a gateway. */ -}}

{{- /* As YAML: `prefixes` and `exact` paths of a tier, below the base path, which is one of them itself. */ -}}
{{- define "pennon.paths" -}}
{{- $base := include "pennon.basePath" . -}}
reader:
  {{- /* Evaluation by paths with a namespace, which no prefix tells apart, is answered by the writer too. */}}
  prefixes:
    {{- range list "/evaluate/v1" "/internal/v1/evaluation" "/ofrep" "/api/v1/evaluate" "/api/v1/batch-evaluate" }}
    - {{ $base }}{{ . }}
    {{- end }}
  exact: []
writer:
  prefixes:
    {{- range list "/api" "/audit" "/auth" "/meta" "/internal" "/health" "/evaluate/v1/explain" "/assets" }}
    - {{ $base }}{{ . }}
    {{- end }}
  exact:
    {{- range list "/" "/theme.js" "/favicon.svg" "/openapi.json" }}
    - {{ $base }}{{ . }}
    {{- end }}
    {{- with $base }}
    - {{ . }}
    {{- end }}
{{- end -}}

{{- define "pennon.basePath" -}}
{{ trimSuffix "/" .Values.basePath }}
{{- end -}}
