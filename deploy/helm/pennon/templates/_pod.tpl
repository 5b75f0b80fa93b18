{{- /* Pods of all components, of `root` and `component`, whose part of the values says how. */ -}}

{{- /* `container` is what the component's own container has beside what all have; `mount` mounts the directories of a server. */ -}}
{{- define "pennon.podSpec" -}}
{{- $values := .root.Values -}}
{{- $own := index $values .component -}}
serviceAccountName: {{ include "pennon.serviceAccountName" . | quote }}
automountServiceAccountToken: {{ .mountsToken | default $own.serviceAccount.automount }}
{{- with concat $values.global.imagePullSecrets $values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- range $field := list "priorityClassName" "nodeSelector" "tolerations" "affinity" "hostAliases" "dnsPolicy" "dnsConfig" "terminationGracePeriodSeconds" "initContainers" }}
{{- with index $own $field }}
{{ toYaml (dict $field .) }}
{{- end }}
{{- end }}
{{- with $own.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: {{ .component }}
    image: {{ include "pennon.image" .root }}
    imagePullPolicy: {{ $values.image.pullPolicy }}
    {{- .container | nindent 4 }}
    env:
      {{- include "pennon.env" . | trim | nindent 6 }}
    {{- with $own.extraEnvFrom }}
    envFrom:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- with $own.securityContext }}
    securityContext:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- with $own.resources }}
    resources:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    volumeMounts:
      - name: data
        mountPath: /var/opt/pennon
      - name: temporary
        mountPath: /tmp
      {{- with $own.extraVolumeMounts }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
  {{- with $own.extraContainers }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
volumes:
  - name: data
    emptyDir:
      sizeLimit: 1Gi
  - name: temporary
    emptyDir:
      sizeLimit: 64Mi
  {{- with $own.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- /* Labels and annotations of a pod. When an extra object changes, pods are made anew. */ -}}
{{- define "pennon.podMetadata" -}}
{{- $own := index .root.Values .component -}}
{{- $annotations := merge (deepCopy $own.podAnnotations) .root.Values.commonAnnotations -}}
{{- with .root.Values.extraObjects }}{{ $_ := set $annotations "checksum/extra-objects" (toYaml . | sha256sum) }}{{ end -}}
labels:
  {{- toYaml (merge (fromYaml (include "pennon.labels" .)) (deepCopy $own.podLabels)) | nindent 2 }}
{{- with $annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
