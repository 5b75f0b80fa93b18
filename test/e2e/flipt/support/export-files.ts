import { type DocumentVersion } from '@pennon/document';

/** A file as Flipt of some age exports it, or as people write it for Flipt to import. */
export interface ExportFile {
  readonly name: string;
  readonly version: DocumentVersion;
  readonly yaml: string;
}

const segments = `segments:
  - key: everyone
    name: Everyone
    match_type: ALL_MATCH_TYPE
  - key: staff
    name: Staff
    description: who works here
    match_type: ANY_MATCH_TYPE
    constraints:
      - type: STRING_COMPARISON_TYPE
        property: email
        operator: suffix
        value: '@shop.example'
      - type: NUMBER_COMPARISON_TYPE
        property: badge
        operator: isoneof
        value: '[7,11]'
`;

/** One file for each version and shape. */
export const exportFiles: readonly ExportFile[] = [
  {
    name: 'flags of the first version, with ranks',
    version: '1.0',
    yaml: `version: "1.0"
flags:
- key: colour
  name: Colour
  description: of the button
  enabled: true
  variants:
  - key: red
    name: Red
    attachment:
      hex: '#f00'
      weights: [1, 2.5, -300]
      nested:
        dark: true
        nothing:
  - key: "007"
  rules:
  - segment: staff
    rank: 2
    distributions:
    - variant: red
      rollout: 100
  - segment: everyone
    rank: 1
    distributions:
    - variant: red
      rollout: 33.33
    - variant: "007"
      rollout: 66.67
${segments}`,
  },
  {
    name: 'a namespace by its key, and a boolean flag',
    version: '1.1',
    yaml: `version: "1.1"
namespace: shop
flags:
- key: banner
  name: Banner
  type: BOOLEAN_FLAG_TYPE
  enabled: false
  rollouts:
  - description: staff
    segment:
      key: staff
      value: true
  - description: half of the rest
    threshold:
      percentage: 50
      value: true
  - threshold:
      percentage: 12.5
- key: plain
  name: Plain
  type: VARIANT_FLAG_TYPE
  enabled: false
${segments}`,
  },
  {
    name: 'several segments',
    version: '1.2',
    yaml: `version: "1.2"
namespace: shop
flags:
- key: colour
  name: Colour
  type: VARIANT_FLAG_TYPE
  enabled: true
  variants:
  - key: red
    attachment: [1, two, {three: 3}]
  rules:
  - segment:
      keys: [staff, everyone]
      operator: AND_SEGMENT_OPERATOR
    distributions:
    - variant: red
      rollout: 100
  - segment:
      keys: [everyone]
      operator: OR_SEGMENT_OPERATOR
- key: banner
  name: Banner
  type: BOOLEAN_FLAG_TYPE
  enabled: true
  rollouts:
  - segment:
      keys: [staff, everyone]
      operator: AND_SEGMENT_OPERATOR
  - segment:
      keys: [staff]
      value: true
${segments}`,
  },
  {
    name: 'a default variant and metadata',
    version: '1.3',
    yaml: `version: "1.3"
namespace: shop
flags:
- key: colour
  name: Colour
  type: VARIANT_FLAG_TYPE
  enabled: true
  metadata:
    owner: web
    ticket: 4711
    ratio: 0.5
    temporary: true
    nested: {a: [1]}
  variants:
  - key: red
  - default: true
    key: blue
${segments}`,
  },
  {
    name: 'several namespaces with names, the version told by each',
    version: '1.4',
    yaml: `version: "1.4"
namespace:
  key: default
  name: Default
  description: Default namespace
---
version: "1.4"
namespace:
  key: shop
  name: Shop
flags:
- key: banner
  name: Banner
  type: BOOLEAN_FLAG_TYPE
  enabled: true
${segments}---
namespace: search
flags:
- key: ranking
  name: Ranking
  type: BOOLEAN_FLAG_TYPE
  enabled: true
`,
  },
  {
    name: 'no version, and one namespace in two documents',
    version: '1.4',
    yaml: `flags:
- key: banner
  name: Banner
  type: BOOLEAN_FLAG_TYPE
  enabled: true
${segments}---
flags:
- key: other
  name: Other
  type: BOOLEAN_FLAG_TYPE
  enabled: false
  rollouts:
  - segment:
      key: staff
      value: true
`,
  },
];
