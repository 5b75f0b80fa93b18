{{- /* Environment variables, as a map of name to what an entry of `env` has beside it: so each of them is there once. */ -}}

{{- /* A value as text. Numbers of YAML are floating: large ones would be written as 8e+06. */ -}}
{{- define "pennon.text" -}}
{{- if and (kindIs "float64" .) (eq (float64 (int64 .)) .) }}{{ int64 . }}{{ else }}{{ toString . }}{{ end -}}
{{- end -}}

{{- /* `settings` of `path` in the values. A name that begins with `PENNON_` has to be one. */ -}}
{{- define "pennon.settings" -}}
{{- range $name, $value := .settings }}
{{- include "pennon.checkSetting" (dict "root" $.root "name" $name "path" (printf "%s.%s" $.path $name)) }}
{{ $name }}: { value: {{ include "pennon.text" $value | quote }} }
{{- end }}
{{- end -}}

{{- define "pennon.checkSetting" -}}
{{- if hasPrefix "PENNON_" .name }}
{{- $known := .root.Files.Lines "files/settings.txt" | compact | join "|" }}
{{- if not (regexMatch (printf "^(%s)$" $known) .name) }}{{ fail (printf "%s: there is no such setting" .path) }}{{ end }}
{{- end }}
{{- end -}}

{{- define "pennon.fromSecret" -}}
{ valueFrom: { secretKeyRef: { name: {{ .secret | quote }}, key: {{ .key | quote }} } } }
{{- end -}}

{{- /* Of what talks to the database. */ -}}
{{- define "pennon.databaseVariables" -}}
{{- $secret := required "database.existingSecret: must name the secret with the URL of a database server" .Values.database.existingSecret -}}
PENNON_DB_URL: {{ include "pennon.fromSecret" (dict "secret" $secret "key" .Values.database.urlKey) }}
PENNON_LOG_ENCODING: { value: json }
{{- end -}}

{{- /* What both tiers have to agree on. */ -}}
{{- define "pennon.tierVariables" -}}
{{- $values := .Values -}}
{{ include "pennon.databaseVariables" . }}
{{- /* For whoever balances to see that a pod goes. */}}
PENNON_SERVER_DRAIN_DELAY: { value: 5s }
PENNON_AUTHENTICATION_REQUIRED: { value: {{ $values.authentication.required | quote }} }
PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: { value: 'true' }
{{- with $values.basePath }}
PENNON_SERVER_BASE_PATH: { value: {{ . | quote }} }
{{- end }}
{{- if $values.analytics.enabled }}
PENNON_ANALYTICS_ENABLED: { value: 'true' }
{{- end }}
{{- with $values.redis }}
{{- if .existingSecret }}
PENNON_CACHE_ENABLED: { value: 'true' }
PENNON_CACHE_BACKEND: { value: redis }
PENNON_CACHE_REDIS_URL: {{ include "pennon.fromSecret" (dict "secret" .existingSecret "key" .urlKey) }}
{{- end }}
{{- end }}
{{- with $values.serviceAccountLogin }}
{{- if .enabled }}
PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_ENABLED: { value: 'true' }
PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_AUDIENCES: { value: {{ .audiences | quote }} }
PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_TOKEN_REVIEW: { value: {{ .tokenReview | quote }} }
{{- with .tokenLifetime }}
PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_TOKEN_LIFETIME: { value: {{ . | quote }} }
{{- end }}
{{- with .allowedServiceAccounts }}
PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_ALLOWED_SERVICE_ACCOUNTS: { value: {{ . | quote }} }
{{- end }}
{{- with .roles }}
PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_ROLES: { value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- end }}
{{- include "pennon.settings" (dict "root" . "settings" $values.settings "path" "settings") }}
{{- range $name, $from := $values.secretSettings }}
{{- include "pennon.checkSetting" (dict "root" $ "name" $name "path" (printf "secretSettings.%s" $name)) }}
{{ $name }}: {{ include "pennon.fromSecret" $from }}
{{- end }}
{{- end -}}

{{- define "pennon.writerVariables" -}}
{{ include "pennon.tierVariables" . }}
{{- with .Values.authentication.bootstrap }}
{{- if .existingSecret }}
PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: {{ include "pennon.fromSecret" (dict "secret" .existingSecret "key" .tokenKey) }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "pennon.readerVariables" -}}
{{ include "pennon.tierVariables" . }}
{{- with .Values.database }}
{{- if .readUrlsKey }}
PENNON_DB_READ_URLS: {{ include "pennon.fromSecret" (dict "secret" .existingSecret "key" .readUrlsKey) }}
{{- end }}
{{- end }}
{{- /* To start from when the container is started anew while the database is away. */}}
PENNON_SNAPSHOT_DIRECTORY: { value: /var/opt/pennon/snapshots }
{{- if .Values.analytics.enabled }}
{{- $writer := include "pennon.componentName" (dict "root" . "component" "writer") }}
{{- $address := printf "http://%s:%v%s" $writer .Values.writer.service.httpPort .Values.basePath }}
PENNON_ANALYTICS_WRITER_ADDRESS: { value: {{ $address | quote }} }
{{- with .Values.analytics }}
{{- if or $.Values.authentication.required .existingSecret }}
{{- $secret := required "analytics.existingSecret: must name the secret with the client token that readers show to the writer" .existingSecret }}
PENNON_ANALYTICS_WRITER_TOKEN: {{ include "pennon.fromSecret" (dict "secret" $secret "key" .tokenKey) }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "pennon.exporterVariables" -}}
{{ include "pennon.databaseVariables" . }}
{{- with .Values.exporter }}
{{- with .region }}
AWS_REGION: { value: {{ . | quote }} }
{{- end }}
{{- with .existingSecret }}
AWS_ACCESS_KEY_ID: {{ include "pennon.fromSecret" (dict "secret" . "key" "access-key-id") }}
AWS_SECRET_ACCESS_KEY: {{ include "pennon.fromSecret" (dict "secret" . "key" "secret-access-key") }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "pennon.migrationVariables" -}}
{{ include "pennon.databaseVariables" . }}
{{- end -}}

{{- /* `env` of a component: its variables, its settings in their place, and what was given as entries in place of both. */ -}}
{{- define "pennon.env" -}}
{{- $own := index .root.Values .component -}}
{{- $variables := fromYaml (include (printf "pennon.%sVariables" .component) .root) -}}
{{- $settings := dict "root" .root "settings" $own.settings "path" (printf "%s.settings" .component) -}}
{{- $variables = mergeOverwrite $variables (fromYaml (include "pennon.settings" $settings)) -}}
{{- range $own.extraEnv }}{{ $_ := unset $variables .name }}{{ end -}}
{{- range $name, $value := $variables }}
- name: {{ $name }}
  {{- toYaml $value | nindent 2 }}
{{- end }}
{{- with $own.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}
