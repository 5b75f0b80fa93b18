{{- /* Environment variables: of the database, of what both tiers have to agree on, and those that were given. */ -}}

{{- define "pennon.settings" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end -}}

{{- define "pennon.database" -}}
- name: PENNON_DB_URL
  valueFrom:
    secretKeyRef:
      name: {{ required "database.secret: the chart needs the URL of a database server" .Values.database.secret }}
      key: {{ .Values.database.urlKey }}
- name: PENNON_LOG_ENCODING
  value: json
{{- end -}}

{{- define "pennon.environment" -}}
{{ include "pennon.database" . }}
{{- /* For whoever balances to see that a pod goes. */}}
- name: PENNON_SERVER_DRAIN_DELAY
  value: 5s
- name: PENNON_AUTHENTICATION_REQUIRED
  value: {{ .Values.authentication.required | toString | quote }}
- name: PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED
  value: 'true'
{{- with .Values.basePath }}
- name: PENNON_SERVER_BASE_PATH
  value: {{ . | quote }}
{{- end }}
{{- if .Values.analytics.enabled }}
- name: PENNON_ANALYTICS_ENABLED
  value: 'true'
{{- end }}
{{- if .Values.redis.secret }}
- name: PENNON_CACHE_ENABLED
  value: 'true'
- name: PENNON_CACHE_BACKEND
  value: redis
- name: PENNON_CACHE_REDIS_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.redis.secret }}
      key: {{ .Values.redis.urlKey }}
{{- end }}
{{- with .Values.serviceAccountLogin }}
{{- if .enabled }}
- name: PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_ENABLED
  value: 'true'
- name: PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_AUDIENCES
  value: {{ .audiences | quote }}
{{- if .allowedServiceAccounts }}
- name: PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_ALLOWED_SERVICE_ACCOUNTS
  value: {{ .allowedServiceAccounts | quote }}
{{- end }}
{{- if .roles }}
- name: PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_ROLES
  value: {{ .roles | quote }}
{{- end }}
- name: PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_TOKEN_REVIEW
  value: {{ .tokenReview | toString | quote }}
{{- end }}
{{- end }}
{{- range $name, $from := .Values.secretSettings }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $from.secret }}
      key: {{ $from.key }}
{{- end }}
{{- include "pennon.settings" .Values.settings }}
{{- end -}}
