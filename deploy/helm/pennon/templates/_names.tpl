{{- /* Names, labels and images. What belongs to one component is made of `root`, the chart, and `component`. */ -}}

{{- define "pennon.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- /*
At most 42 characters, since the name of a CronJob has at most 52, and `-exporter` is a part of it. A longer name ends in a
digest, so that two releases whose names begin alike do not share their objects.
*/ -}}
{{- define "pennon.fullname" -}}
{{- $name := include "pennon.name" . -}}
{{- $full := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- $full = default $full .Values.fullnameOverride -}}
{{- if gt (len $full) 42 -}}
{{- $full = printf "%s-%s" (trunc 33 $full | trimSuffix "-") (sha256sum $full | trunc 8) -}}
{{- end -}}
{{- trimSuffix "-" $full -}}
{{- end -}}

{{- define "pennon.componentName" -}}
{{ include "pennon.fullname" .root }}-{{ .component }}
{{- end -}}

{{- define "pennon.selector" -}}
app.kubernetes.io/name: {{ include "pennon.name" .root | quote }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{- define "pennon.labels" -}}
{{- $own := fromYaml (include "pennon.ownLabels" .) -}}
{{- toYaml (merge $own (deepCopy .root.Values.commonLabels)) -}}
{{- end -}}

{{- define "pennon.ownLabels" -}}
{{ include "pennon.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: pennon
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 }}
{{- end -}}

{{- /* The metadata of what is called `name`, with its own `labels` and `annotations` beside those of everything. */ -}}
{{- define "pennon.metadata" -}}
{{- $labels := merge (fromYaml (include "pennon.labels" .)) (deepCopy (default dict .labels)) -}}
{{- $annotations := merge (deepCopy (default dict .annotations)) .root.Values.commonAnnotations -}}
name: {{ .name | quote }}
labels:
  {{- toYaml $labels | nindent 2 }}
{{- with $annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* The service account of a component: one that the chart creates, one that is named, or that of the namespace. */ -}}
{{- define "pennon.serviceAccountName" -}}
{{- $given := (index .root.Values .component).serviceAccount -}}
{{- if $given.name -}}
{{ $given.name }}
{{- else if eq .component "migration" -}}
{{- /* A hook runs before a service account of its own would be there. */ -}}
{{ ternary (include "pennon.serviceAccountName" (dict "root" .root "component" "writer")) "default" .root.Values.writer.enabled }}
{{- else -}}
{{ ternary (include "pennon.componentName" .) "default" $given.create }}
{{- end -}}
{{- end -}}

{{- define "pennon.serviceAccount" -}}
{{- $given := (index .root.Values .component).serviceAccount -}}
{{- if $given.create }}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- $name := include "pennon.serviceAccountName" . }}
  {{- include "pennon.metadata" (merge (dict "name" $name "annotations" $given.annotations) .) | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "pennon.image" -}}
{{- $image := .Values.image -}}
{{- $registry := default $image.registry .Values.global.imageRegistry -}}
{{- $repository := join "/" (compact (list $registry $image.repository)) -}}
{{- $tag := printf "%s:%s" $repository (default .Chart.AppVersion $image.tag) -}}
{{- ternary $tag (printf "%s@%s" $tag $image.digest) (empty $image.digest) | quote -}}
{{- end -}}
