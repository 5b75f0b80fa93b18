/** Labels by name. */
export type Labels = Readonly<Record<string, string>>;

/** An instance as Prometheus scrapes it. */
export interface Target {
  /** `writer` or `reader`. */
  readonly tier: string;
  /** Labels that Prometheus adds to each of its series. */
  readonly labels: Labels;
}

interface Service {
  readonly kind: 'Service';
  readonly metadata: { readonly name: string; readonly labels: Labels };
  readonly spec: { readonly ports: readonly { readonly name: string; readonly port: number }[] };
}

interface ServiceMonitor {
  readonly kind: 'ServiceMonitor';
  readonly spec: {
    readonly jobLabel?: string;
    readonly selector: { readonly matchLabels: Labels };
    readonly targetLabels?: readonly string[];
    readonly endpoints: readonly { readonly port: string }[];
  };
}

/**
 * The targets that the Prometheus Operator makes of manifests: those of the Services that the ServiceMonitor selects,
 * with the labels that its documentation of `jobLabel`, `targetLabels` and of relabeling names.
 *
 * @param namespace The namespace of Kubernetes that the manifests are applied to.
 * @param podsOf How many pods a tier has.
 */
export function operatorTargets(
  manifests: readonly unknown[],
  namespace: string,
  podsOf: Readonly<Record<string, number>>,
): readonly Target[] {
  const known = manifests as readonly (Service | ServiceMonitor)[];
  const [monitor] = known.filter((manifest) => manifest.kind === 'ServiceMonitor');
  if (monitor === undefined) throw new Error('there is no ServiceMonitor');
  const { jobLabel, selector, targetLabels = [], endpoints } = monitor.spec;
  const services = known.filter((manifest) => manifest.kind === 'Service');
  const selected = services.filter(({ metadata: { labels } }) =>
    Object.entries(selector.matchLabels).every(([name, value]) => labels[name] === value),
  );
  return selected.flatMap(({ metadata: { name: service, labels }, spec: { ports } }, index) =>
    endpoints.flatMap(({ port: endpoint }) => {
      const port = ports.find(({ name }) => name === endpoint)?.port;
      if (port === undefined) return [];
      const tier = labels['app.kubernetes.io/component'] ?? '';
      return Array.from({ length: podsOf[tier] ?? 0 }, (_, pod) => ({
        tier,
        labels: {
          job: (jobLabel === undefined ? undefined : labels[jobLabel]) ?? service,
          ...{ namespace, service, endpoint, container: tier },
          ...{ pod: `${service}-${pod}`, instance: `10.0.${index}.${pod}:${port}` },
          ...Object.fromEntries(
            targetLabels.map((label) => [label.replaceAll(/[^a-zA-Z0-9_]/g, '_'), labels[label] ?? '']),
          ),
        },
      }));
    }),
  );
}

/** Labels of a series that a target shows: where both have a label, that of the series gets another name. */
export function scraped(target: Labels, own: Labels): Labels {
  const kept = Object.entries(own).map(([name, value]) => [
    name in target ? `exported_${name}` : name,
    value,
  ]);
  return { ...(Object.fromEntries(kept) as Labels), ...target };
}
