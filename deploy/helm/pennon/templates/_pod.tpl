{{- /* What the pods of all components have in common: user 10001 of the image, a root that is read only, no rights. */ -}}

{{- define "pennon.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "pennon.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- /* A start may wait for the database; what answers is not started anew because something else is down. */ -}}
{{- define "pennon.server" -}}
ports:
  - name: http
    containerPort: 8080
  - name: grpc
    containerPort: 9000
startupProbe:
  httpGet:
    path: /health/live
    port: http
  periodSeconds: 2
  failureThreshold: 60
readinessProbe:
  httpGet:
    path: /health
    port: http
  periodSeconds: 5
  timeoutSeconds: 3
livenessProbe:
  httpGet:
    path: /health/live
    port: http
  periodSeconds: 20
  timeoutSeconds: 5
securityContext:
  {{- include "pennon.containerSecurity" . | nindent 2 }}
volumeMounts:
  - name: data
    mountPath: /var/opt/pennon
  - name: temporary
    mountPath: /tmp
{{- end -}}

{{- define "pennon.placement" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "pennon.volumes" -}}
- name: data
  emptyDir:
    sizeLimit: 1Gi
- name: temporary
  emptyDir:
    sizeLimit: 64Mi
{{- end -}}
