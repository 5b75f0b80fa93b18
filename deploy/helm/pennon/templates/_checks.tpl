{{- /* What no schema can say of values: those that do not go together. */ -}}
{{- define "pennon.check" -}}
{{- $values := .Values -}}
{{- /* RFC 1035 labels, which names of Services must be. */ -}}
{{- $fullname := include "pennon.fullname" . -}}
{{- if not (regexMatch "^[a-z]([-a-z0-9]*[a-z0-9])?$" $fullname) }}
{{- fail (printf "fullnameOverride: must be given for this release, since names of Services begin with a letter and have lower-case letters, digits and hyphens only; without it they begin with %s" $fullname) }}
{{- end }}
{{- with $values.reader.autoscaling }}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) }}
{{- fail (printf "reader.autoscaling.minReplicas: is %v, which is more than maxReplicas, %v" .minReplicas .maxReplicas) }}
{{- end }}
{{- if and .enabled (not (or .targetCPUUtilizationPercentage .targetMemoryUtilizationPercentage .metrics)) }}
{{- fail "reader.autoscaling: needs a target for CPU or memory, or metrics" }}
{{- end }}
{{- end }}
{{- if not (or $values.writer.enabled $values.reader.enabled $values.exporter.enabled) }}
{{- fail "writer.enabled: one of writer, reader and exporter must be enabled" }}
{{- end }}
{{- range $route := list "ingress" "httpRoute" "grpcRoute" }}
{{- if and (index $values $route).enabled (not (and $values.writer.enabled $values.reader.enabled)) }}
{{- fail (printf "%s.enabled: needs both tiers" $route) }}
{{- end }}
{{- end }}
{{- range $list := list "ingress.hosts" "httpRoute.parentRefs" "grpcRoute.parentRefs" }}
{{- $names := splitList "." $list }}
{{- $route := index $values (first $names) }}
{{- if and $route.enabled (empty (index $route (last $names))) }}
{{- fail (printf "%s: must name at least one" $list) }}
{{- end }}
{{- end }}
{{- range $tier := list "writer" "reader" }}
{{- $own := index $values $tier }}
{{- with $own.startupProbe }}
{{- $seconds := mul (default 10 .periodSeconds) (default 3 .failureThreshold) }}
{{- if lt $seconds 60 }}
{{- fail (printf "%s.startupProbe: gives up after %d seconds, and a start that waits for migrations may take 60" $tier $seconds) }}
{{- end }}
{{- end }}
{{- with $own.podDisruptionBudget }}
{{- if and .enabled (not .minAvailable) (not .maxUnavailable) }}
{{- fail (printf "%s.podDisruptionBudget: needs minAvailable or maxUnavailable" $tier) }}
{{- end }}
{{- end }}
{{- end }}
{{- if and $values.serviceAccountLogin.enabled (not $values.serviceAccountLogin.audiences) }}
{{- fail "serviceAccountLogin.audiences: must name an audience" }}
{{- end }}
{{- end -}}
