const service = '(PENNON|FLIPT)(_[A-Z0-9_]+)?';

/** `PENNON_SERVICE_HOST`, `PENNON_WRITER_SERVICE_PORT`, `PENNON_SERVICE_PORT_HTTP` */
const serviceAddress = new RegExp(`^${service}_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$`);

/** `PENNON_PORT_8080_TCP`, `PENNON_PORT_8080_TCP_ADDR` */
const portDetail = new RegExp(`^${service}_PORT_\\d+_(TCP|UDP|SCTP)(_(ADDR|PORT|PROTO))?$`);

/** `PENNON_PORT`, but also `PENNON_SERVER_HTTP_PORT`: only the value tells. */
const portOrSetting = new RegExp(`^${service}_PORT$`);
const linkValue = /^(tcp|udp|sctp):\/\//;

/**
 * Tells whether Kubernetes set this variable: it describes every service of a namespace to every container, and for a
 * service called `pennon`, `flipt`, or `pennon-…` the names begin as those of settings do. A service `pennon-db` brings
 * `PENNON_DB_PORT=tcp://10.0.0.7:5432`, where the name is that of a setting and only the value tells.
 */
export function isServiceLink(variable: string, value: string): boolean {
  return (
    serviceAddress.test(variable) ||
    portDetail.test(variable) ||
    (portOrSetting.test(variable) && linkValue.test(value))
  );
}
