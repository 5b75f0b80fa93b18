{{- /*
A reader beside an application, from a bucket: for `initContainers` of a chart that depends on this one.
Of `image`, `bucket`, `prefix`, `region`. Its volume `flags` is the application's to give.
*/ -}}
{{- define "pennon.sidecar" -}}
- name: flags
  image: {{ .image }}
  args: [reader]
  restartPolicy: Always
  securityContext:
    {{- include "pennon.containerSecurity" . | nindent 4 }}
  env:
    - name: PENNON_STORAGE_TYPE
      value: object
    - name: PENNON_STORAGE_OBJECT_S3_BUCKET
      value: {{ .bucket }}
    - name: PENNON_STORAGE_OBJECT_S3_PREFIX
      value: {{ .prefix }}
    - name: PENNON_STORAGE_OBJECT_S3_REGION
      value: {{ .region }}
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
    requests:
      cpu: 50m
      memory: 192Mi
    limits:
      memory: 512Mi
  volumeMounts:
    - name: flags
      mountPath: /var/opt/pennon
{{- end -}}
