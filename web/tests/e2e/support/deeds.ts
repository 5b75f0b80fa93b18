import { type Management } from './management';

/**
 * Who does something, the least mighty first. An editor of one namespace reads all of them; the namespace is
 * {@link Places.here}.
 */
export const roles = ['viewer', 'editor of one namespace', 'editor', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Namespaces with something to do in them. */
export interface Places {
  readonly here: string;
  readonly there: string;
  /** Its changes need a review, which admins may bypass. */
  readonly reviewed: string;
}

/**
 * What people do on a page by the least role that may do it, and where the control is, as `findControl` wants it, with
 * what it opens behind an arrow. The role below finds the control disabled; where a way begins with `!`, it finds none.
 */
type Deeds = Partial<Record<Role, Readonly<Record<string, string>>>>;

/** Makes what the deeds are about. */
export async function arrangeDeeds(here: Management): Promise<Places> {
  const [there, reviewed] = [here.in(`${here.namespaceKey}-there`), here.in(`${here.namespaceKey}-reviewed`)];
  for (const { namespaceKey: key } of [there, reviewed]) {
    await here.call('POST', '/api/v1/namespaces', { key, name: key });
  }
  for (const key of ['beta', 'staff', 'idle']) await here.createSegment({ key });
  const constraint = {
    type: 'STRING_COMPARISON_TYPE',
    property: 'plan',
    operator: 'eq',
    value: 'x',
  } as const;
  await here.createConstraint('beta', constraint);
  await here.createConstraint('staff', constraint);
  await here.createFlag({ key: 'checkout', type: 'BOOLEAN_FLAG_TYPE' });
  await here.createRollout('checkout', { rank: 1, segment: { segmentKeys: ['beta'], value: true } });
  await here.createRollout('checkout', { rank: 2, threshold: { percentage: 20, value: true } });
  await here.createFlag({ key: 'theme' });
  const dark = await here.createVariant('theme', { key: 'dark' });
  const light = await here.createVariant('theme', { key: 'light' });
  await here.createRule('theme', {
    rank: 1,
    segmentKeys: ['beta'],
    shares: { [dark.id]: 50, [light.id]: 50 },
  });
  await here.createRule('theme', { rank: 2, segmentKeys: ['staff'], shares: { [dark.id]: 100 } });
  await here.send('PUT', 'flags/theme', { name: 'Theme', enabled: true });
  await here.createFlag({ key: 'parked' });
  await here.send('POST', 'changes', {
    message: 'Turn off parked',
    edits: { flags: [{ key: 'parked', off: true }] },
  });
  await there.createFlag({ key: 'older' });
  await there.createSegment({ key: 'old' });
  await reviewed.createFlag({ key: 'payments' });
  await reviewed.send('PUT', 'policy', { policy: { requiredApprovals: 1, bypass: ['admin'] } });
  return {
    here: here.namespaceKey,
    there: there.namespaceKey,
    reviewed: reviewed.namespaceKey,
  };
}

/** The deeds by the page, below `#/`, on which people do them. */
export const deedsIn = ({ here, there, reviewed }: Places): Readonly<Record<string, Deeds>> => ({
  [`namespaces/${here}/flags`]: {
    viewer: {
      'reads a flag': 'link Theme*',
      'exports all flags': 'button Export and import > menuitem Export all as JSON',
      'saves a view': 'button Views > menuitem Save this view… → dialog Save view',
      'exports chosen flags': 'checkbox Select theme > button Export JSON',
    },
    'editor of one namespace': {
      'switches a variant flag': 'switch Enabled: theme',
      'switches a boolean flag': 'group Default value: checkout > button False',
      'creates a flag': 'button New Flag → heading New Flag',
      'creates a flag by the palette': '! button Search > option New Flag* → heading New Flag',
      'imports flags': 'button Export and import > menuitem Import… → dialog Import flags',
      'duplicates a flag of the list':
        'button Actions for theme > menuitem Duplicate → heading Duplicate theme',
      'deletes a flag of the list': 'button Actions for theme > menuitem Delete → alertdialog Delete Flag',
      'disables chosen flags': 'checkbox Select theme > button Disable → alertdialog Disable 1 flag',
      'tags chosen flags': 'checkbox Select theme > button Tags… → dialog Tags',
      'deletes chosen flags': 'checkbox Select theme > button Delete → alertdialog Delete 1 flag',
    },
    editor: {
      'copies a flag of the list elsewhere':
        'button Actions for theme > menuitem Copy to Namespace → dialog Copy to Namespace',
      'copies chosen flags elsewhere':
        'checkbox Select theme > button Copy to Namespace → dialog Copy to Namespace',
    },
  },
  [`namespaces/${here}/flags/checkout`]: {
    viewer: {
      'exports a flag': 'button Actions > menuitem Export JSON',
    },
    'editor of one namespace': {
      'turns a flag off': 'button Actions > menuitem Turn off… → alertdialog Turn off for everyone',
      'turns a flag off by the palette':
        '! button Search > option Turn off checkout* → alertdialog Turn off for everyone',
      'serves one value to everyone':
        'button Actions > menuitem Serve False to everyone… → alertdialog Serve False to everyone',
      'changes the default value': 'group Default value > button False',
      'edits details': 'region Details > textbox Name',
      'duplicates a flag': 'button Actions > menuitem Duplicate → heading Duplicate checkout',
      'deletes a flag': 'button Actions > menuitem Delete → alertdialog Delete Flag',
      'creates a rollout': 'button New Rollout → dialog New Rollout',
      'edits a rollout': 'button Actions of rollout 1 > menuitem Edit → dialog Edit Rollout',
      'changes the share of a rollout':
        'button 2 Threshold Rollout > form Threshold Rollout 2 > slider Share of entities',
      'deletes a rollout': 'button Actions of rollout 2 > menuitem Delete → alertdialog Delete Rollout',
      'reorders rollouts': '! button Move Segment rollout 1',
    },
    editor: {
      'copies a flag elsewhere': 'button Actions > menuitem Copy to Namespace → dialog Copy to Namespace',
    },
  },
  [`namespaces/${here}/flags/theme`]: {
    'editor of one namespace': {
      'adds a variant': 'button New Variant → dialog New Variant',
      'edits a variant': '! link Edit dark → dialog Edit Variant',
      'deletes a variant': 'button Delete dark → alertdialog Delete Variant',
      'makes a variant the default': 'button Menu of dark > menuitem Set as default',
      'chooses the default variant': 'form Default Rule > combobox Default variant',
      'adds a rule': 'button New Rule → dialog New Rule',
      'edits a rule': 'button Rule 1 > form Rule 1 > combobox Segments',
      'changes the shares of a rule': 'button Rule 1 > form Rule 1 > button Split evenly',
      'duplicates a rule': 'button Actions of rule 2 > menuitem Duplicate',
      'deletes a rule': 'button Actions of rule 2 > menuitem Delete → alertdialog Delete Rule',
      'reorders rules': '! button Move Rule beta',
    },
  },
  [`namespaces/${here}/flags/parked`]: {
    'editor of one namespace': {
      'turns a flag on': 'button Turn on',
      'turns a flag on by the palette': '! button Search > option Turn on parked*',
      'adds a variant to a flag without any': '! link New Variant → dialog New Variant',
    },
  },
  [`namespaces/${here}/flags/parked/history`]: {
    viewer: {
      'sees who changed a flag': 'list Changes',
    },
    'editor of one namespace': {
      'undoes a change': 'button Undo this change → dialog Review changes',
      'restores a version': 'button Restore this version → dialog Review changes',
    },
  },
  [`namespaces/${here}/segments`]: {
    'editor of one namespace': {
      'creates a segment': 'button New Segment → heading New Segment',
      'deletes a segment of the list':
        'button Actions for idle > menuitem Delete → alertdialog Delete Segment',
    },
    editor: {
      'copies a segment of the list elsewhere':
        'button Actions for idle > menuitem Copy to Namespace → dialog Copy to Namespace',
    },
  },
  [`namespaces/${here}/segments/beta`]: {
    viewer: {
      'tries a segment on an entity': 'region Try it > textbox Entity ID',
    },
    'editor of one namespace': {
      'edits a segment': 'region Details > textbox Name',
      'adds a constraint': 'button New Constraint → dialog New Constraint',
      'deletes a constraint': 'button Delete constraint 1 on plan → alertdialog Delete Constraint',
      'edits a constraint': '! link Edit constraint 1 on plan → dialog Edit Constraint',
      'duplicates a segment': 'button Actions > menuitem Duplicate → heading New Segment',
      'deletes a segment': 'button Actions > menuitem Delete → alertdialog Delete Segment',
    },
    editor: {
      'copies a segment elsewhere': 'button Actions > menuitem Copy to Namespace → dialog Copy to Namespace',
    },
  },
  [`namespaces/${here}/console/theme`]: {
    viewer: {
      'evaluates a flag': 'textbox Entity ID = ann > button Evaluate',
    },
  },
  [`namespaces/${here}/health`]: {
    'editor of one namespace': {
      'repairs what Health has found': 'button Delete segment',
    },
  },
  [`namespaces/${here}/activity`]: {
    viewer: {
      'reads the audit log': 'button *updated flag theme',
    },
  },
  [`namespaces/${there}/flags`]: {
    'editor of one namespace': {
      'promotes a flag of another namespace':
        'button Actions for older > menuitem Copy to Namespace → dialog Copy to Namespace',
      'promotes chosen flags of another namespace':
        'checkbox Select older > button Copy to Namespace → dialog Copy to Namespace',
    },
    editor: {
      'creates a flag in another namespace': 'button New Flag → heading New Flag',
    },
  },
  [`namespaces/${there}/flags/older`]: {
    'editor of one namespace': {
      'promotes a flag from its page':
        'button Actions > menuitem Copy to Namespace → dialog Copy to Namespace',
      'promotes a flag by the palette':
        '! button Search > option Copy older to Namespace* → dialog Copy to Namespace',
    },
    editor: {
      'turns a flag of another namespace off':
        'button Actions > menuitem Turn off… → alertdialog Turn off for everyone',
    },
  },
  [`namespaces/${there}/segments/old`]: {
    'editor of one namespace': {
      'promotes a segment from its page':
        'button Actions > menuitem Copy to Namespace → dialog Copy to Namespace',
    },
  },
  [`compare?left=${here}&right=${there}`]: {
    'editor of one namespace': {
      'promotes from Compare': `button Copy older to ${here} → dialog Copy to Namespace`,
    },
    editor: {
      'copies from Compare to another namespace': `button Copy theme to ${there} → dialog Copy to Namespace`,
    },
  },
  'settings/namespaces': {
    viewer: {
      'exports a namespace': `button Actions of ${here} > menuitem Export`,
      'is asked before changes of a namespace': `button Actions of ${here} > menuitemcheckbox Ask before changes`,
    },
    admin: {
      'creates a namespace': 'button New Namespace → dialog New Namespace',
      'duplicates a namespace': `button Actions of ${here} > menuitem Duplicate… → dialog New Namespace like ${here}`,
      'deletes a namespace': `button Delete ${there} → alertdialog Delete Namespace`,
      'edits a namespace': `! link Edit Namespace: ${there} → dialog Edit Namespace`,
    },
  },
  'settings/tokens': {
    admin: {
      'creates a token': 'button New Token → dialog New Token',
      'deletes a token': `button Delete job of ${here} → alertdialog Delete Token`,
    },
  },
  onboarding: {
    admin: {
      'loads the sample data': '! button Load sample data',
    },
  },
  [`namespaces/${reviewed}/flags/payments`]: {
    editor: {
      'asks for review':
        'region Details > textbox Description = reviewed > region Details > button Ask for review > dialog Review changes > button Ask for review',
    },
    admin: {
      'saves without review':
        '! region Details > textbox Description = reviewed > region Details > button Ask for review > textbox Reason to save without review*',
    },
  },
});
