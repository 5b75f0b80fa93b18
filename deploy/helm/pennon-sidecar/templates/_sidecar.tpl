{{- /*
A reader beside an application, from a bucket: an entry for `initContainers`, which is ready before the application starts.
Of `image`, `bucket`, `prefix` and `region`; `resources` and `extraEnv` where others are wanted.
*/ -}}
{{- define "pennon-sidecar.container" -}}
- name: flags
  image: {{ required "pennon-sidecar: needs an image" .image | quote }}
  args: [reader]
  restartPolicy: Always
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    allowPrivilegeEscalation: false
    readOnlyRootFilesystem: true
    capabilities:
      drop: [ALL]
    seccompProfile:
      type: RuntimeDefault
  env:
    - name: PENNON_STORAGE_TYPE
      value: object
    - name: PENNON_STORAGE_OBJECT_S3_BUCKET
      value: {{ required "pennon-sidecar: needs a bucket" .bucket | quote }}
    - name: PENNON_STORAGE_OBJECT_S3_PREFIX
      value: {{ default "" .prefix | quote }}
    - name: PENNON_STORAGE_OBJECT_S3_REGION
      value: {{ required "pennon-sidecar: needs a region" .region | quote }}
    - name: PENNON_STORAGE_OBJECT_S3_POLL_INTERVAL
      value: 30s
    - name: PENNON_SNAPSHOT_DIRECTORY
      value: /var/opt/pennon/snapshots
    - name: PENNON_SERVER_HOST
      value: 127.0.0.1
    - name: PENNON_SERVER_HTTP_PORT
      value: '8080'
    - name: PENNON_SERVER_GRPC_PORT
      value: '9000'
    - name: PENNON_LOG_ENCODING
      value: json
    {{- with .extraEnv }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- /* Nobody outside reaches its address: so the container asks itself. */}}
  startupProbe:
    exec:
      command: [node, health.mjs]
    periodSeconds: 2
    timeoutSeconds: 5
    failureThreshold: 60
  readinessProbe:
    exec:
      command: [node, health.mjs]
    periodSeconds: 10
    timeoutSeconds: 5
  livenessProbe:
    exec:
      command:
        - node
        - -e
        - "fetch('http://127.0.0.1:8080/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
    periodSeconds: 30
    timeoutSeconds: 5
    failureThreshold: 3
  resources:
    {{- toYaml (default (dict "requests" (dict "cpu" "50m" "memory" "192Mi") "limits" (dict "memory" "512Mi")) .resources) | nindent 4 }}
  volumeMounts:
    - name: flags
      mountPath: /var/opt/pennon
{{- end -}}

{{- /* The volume of the container, an entry for `volumes`. */ -}}
{{- define "pennon-sidecar.volume" -}}
- name: flags
  emptyDir:
    sizeLimit: 256Mi
{{- end -}}
