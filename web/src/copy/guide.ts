/** Texts of the first-run page and of the help. */
export const guideCopy = {
  continue: 'Continue to Dashboard',
  onboardingText:
    'Flags let you change behaviour without a deploy. This page shows how, from the first flag to the first answer.',
  supportText: 'What things are called, how an answer comes about, and which keys work where.',
  cards: {
    label: 'Guides',
    quickStart: {
      title: 'Quick start',
      text: 'Create a flag, decide who gets what, and try it.',
      steps: [
        'Create a flag: Boolean for True or False, Variant for one of several values.',
        'Say who gets what: rollouts for a boolean flag, rules and segments for a variant flag.',
        'Try it in the Console with an entity ID and a context.',
        'Copy the code that asks for it from the Code view of the flag.',
      ],
    },
    guides: {
      title: 'Guides',
      text: 'Common tasks in one line each.',
      steps: [
        'Release gradually: a Threshold rollout of 5 % True, raised as you gain confidence.',
        'Test two variants: a rule with two shares of 50 %.',
        'Let some people in first: a segment with a constraint on what you know about them.',
        'Promote what was tested: Copy to Namespace in the Actions of a flag or segment.',
      ],
    },
    integrate: {
      title: 'Integrate your application',
      text: 'Any client of Flipt v1, any OpenFeature provider that speaks OFREP, and plain HTTP get answers from this server.',
      steps: [
        'HTTP: POST evaluate/v1/boolean or evaluate/v1/variant with a flag, an entity ID and a context.',
        'Give each application an API token of its own, limited to its namespace.',
        'Decide in the application what happens when no answer comes.',
      ],
    },
    changelog: {
      title: 'Changelog',
      text: 'What changed with each version is in CHANGELOG.md of the version that you installed.',
    },
    community: {
      title: 'Community',
      text: 'Pennon is free software under the MIT licence. Questions, faults and changes belong in its repository.',
    },
    contact: {
      title: 'Contact',
      text: 'Whoever runs this server can tell you about access, outages and its rules. Have the version below at hand.',
    },
    about: {
      title: 'About',
      text: 'This dashboard asks nobody but the server it comes from, and keeps no data about you.',
      version: (version: string) => `Version ${version}`,
      server: 'Server information',
    },
  },
  steps: {
    title: 'First steps',
    done: 'Done',
    open: 'To do',
    create: 'Create a flag',
    createText: 'A boolean flag answers True or False. It starts as False for everybody.',
    created: (key: string) => `There is a flag: ${key}.`,
    name: 'Name of the flag',
    evaluate: 'Evaluate it',
    evaluateText: (key: string) => `Ask the server what ${key} answers for the entity ID "someone".`,
    evaluateButton: 'Evaluate',
    answerBoolean: (value: string) => `The answer is ${value}.`,
    answerVariant: (key: string) =>
      key === '' ? 'The answer is no variant.' : `The answer is variant ${key}.`,
    token: 'Create an API token',
    tokenText: 'Applications show it with each call.',
    tokens: 'API Tokens',
    snippet: 'Copy a snippet',
    snippetText: 'It asks for the same answer from outside the dashboard.',
    copySnippet: 'Copy snippet',
    needsFlag: 'Create a flag first.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    keys: 'Keys',
    action: 'Action',
    where: 'Where',
    rows: [
      { keys: 'mod+k', action: 'Command palette', where: 'Everywhere' },
      { keys: '?', action: 'Shortcuts of this page', where: 'Everywhere' },
      { keys: 'g f', action: 'Go to Flags', where: 'Everywhere' },
      { keys: 'g s', action: 'Go to Segments', where: 'Everywhere' },
      { keys: 'g c', action: 'Go to Console', where: 'Everywhere' },
      { keys: 'g h', action: 'Go to Health', where: 'Everywhere' },
      { keys: 'g ,', action: 'Go to Settings', where: 'Everywhere' },
      { keys: 'g n', action: 'Switch namespace', where: 'Everywhere' },
      { keys: 'mod+z', action: 'Undo the last change', where: 'Outside text fields' },
      { keys: '/', action: 'Search', where: 'Lists' },
      { keys: 'n', action: 'New item', where: 'Lists' },
      { keys: 'j', action: 'Next item', where: 'Lists' },
      { keys: 'k', action: 'Previous item', where: 'Lists' },
      { keys: 'enter', action: 'Open', where: 'Lists' },
      { keys: 'x', action: 'Select', where: 'Lists' },
      { keys: 'y', action: 'Copy key', where: 'Lists' },
      { keys: '[', action: 'Previous flag of the list', where: 'Flag page' },
      { keys: ']', action: 'Next flag of the list', where: 'Flag page' },
      { keys: 'mod+s', action: 'Save the form', where: 'Forms' },
      { keys: 'mod+enter', action: 'Save the form, or Evaluate', where: 'Forms, Console' },
      { keys: 'escape', action: 'Close what lies on top', where: 'Everywhere' },
    ],
  },
  glossary: {
    title: 'Glossary',
    terms: [
      {
        label: 'Namespace',
        value: 'A place of its own for flags and segments, such as one per team or environment.',
      },
      {
        label: 'Variant flag',
        value:
          'A flag that answers one of several variants. Disabled, it answers none or its default variant.',
      },
      { label: 'Boolean flag', value: 'A flag that answers True or False.' },
      { label: 'Default value', value: 'What a boolean flag answers when no rollout matches.' },
      {
        label: 'Variant',
        value:
          'One of the values of a variant flag, with an attachment if wanted: JSON that goes with the answer.',
      },
      { label: 'Default variant', value: 'What a variant flag answers when nothing else is decided.' },
      { label: 'Rule', value: 'Of a variant flag: who is in these segments gets a variant by these shares.' },
      { label: 'Share', value: 'The part of the entities of a rule that gets a variant, in %.' },
      {
        label: 'Rollout',
        value:
          'Of a boolean flag: a part of all entities (Threshold), or those in segments (Segment), get a value.',
      },
      {
        label: 'Segment',
        value: 'A group of entities, described by constraints. Without constraints, everybody.',
      },
      { label: 'Constraint', value: 'One condition on the context or on the entity ID.' },
      {
        label: 'Entity ID',
        value:
          'Whom the answer is for. The same entity always gets the same answer while the flag stays as it is.',
      },
      { label: 'Context', value: 'What is known about the entity, as names with text values.' },
      { label: 'Console', value: 'Where you ask for answers by hand, and see why they are what they are.' },
      { label: 'API token', value: 'What an application shows to be let in.' },
    ],
  },
  order: {
    title: 'How an answer comes about',
    variant: {
      title: 'Variant flag',
      steps: [
        'Is the flag Disabled? Then the answer is its default variant, or none.',
        'Rules are tried in their order. The first one whose segments match decides; later rules are not tried.',
        'The entity falls into one of 1,000 buckets, always the same one for this flag. The share that owns the bucket gives the variant.',
        'A bucket that no share owns gets the default variant, or none.',
        'No rule matches: the answer is the default variant, or none.',
      ],
    },
    boolean: {
      title: 'Boolean flag',
      steps: [
        'Rollouts are tried in their order.',
        'A Threshold matches the same part of all entities each time, and gives its value.',
        'A Segment rollout matches entities in its segments, and gives its value.',
        'No rollout matches: the answer is the default value.',
      ],
    },
  },
} as const;
