/** What somebody does on a page, in one go. */
export interface Task {
  /** Below `#/`. */
  readonly page: string;
  /** The way to the control that does it, as `findControl` wants it. */
  readonly way: string;
  /** A document that is chosen before that, where a file is asked for. */
  readonly file?: object;
  /** The task that is done before. */
  readonly after?: Task;
  /** True for what changes the other namespace. */
  readonly isJudgedThere?: boolean;
}

/** Tasks by their names, which are those of the files that say what becomes of the namespace. */
export function tasksIn({
  here,
  there,
}: {
  readonly here: string;
  readonly there: string;
}): Readonly<Record<string, Task>> {
  const flags = `namespaces/${here}/flags`;
  const segments = `namespaces/${here}/segments`;
  const checkout = `${flags}/checkout`;
  const theme = `${flags}/theme`;
  const turnOff: Task = {
    page: checkout,
    way: 'button Actions > menuitem Turn off… > alertdialog Turn off for everyone > button Turn off',
  };
  const disableTheme: Task = { page: flags, way: 'switch Enabled: theme' };
  const raiseShare: Task = {
    page: checkout,
    way: 'button 2 Threshold Rollout > form Threshold Rollout 2 > textbox Percentage = 35 > form Threshold Rollout 2 > button Update',
  };
  const promotion: Task = {
    page: `compare?left=${here}&right=${there}`,
    way: `button Copy checkout to ${there} > dialog Copy to Namespace > button Copy`,
    isJudgedThere: true,
  };
  const copying = 'menuitem Copy to Namespace > dialog Copy to Namespace > combobox Target namespace';
  return {
    'create a flag': { page: `${flags}/new`, way: 'textbox Name = Search > button Create' },
    'duplicate a flag': { page: checkout, way: 'button Actions > menuitem Duplicate > button Create' },
    'delete a flag': {
      page: theme,
      way: 'button Actions > menuitem Delete > alertdialog Delete Flag > button Delete',
    },
    'edit details': {
      page: checkout,
      way: 'region Details > textbox Description = Pays > region Details > button Update',
    },
    'turn a flag off in an incident': turnOff,
    'turn a flag on again': { page: checkout, way: 'button Turn on', after: turnOff },
    'serve one value to everyone': {
      page: checkout,
      way: 'button Actions > menuitem Serve False to everyone… > alertdialog Serve False to everyone > button Serve False',
    },
    'disable a flag in the list': disableTheme,
    'change a default value in the list': {
      page: flags,
      way: 'group Default value: checkout > button False',
    },
    'roll out to 10 percent': {
      page: `${flags}/banner`,
      way: 'button New Rollout > dialog New Rollout > textbox Percentage = 10 > dialog New Rollout > button Create',
    },
    'raise a share': raiseShare,
    'add a variant': {
      page: theme,
      way: 'button New Variant > dialog New Variant > textbox Key = sepia > dialog New Variant > button Create',
    },
    'delete a variant': {
      page: theme,
      way: 'button Delete light > checkbox I understand > alertdialog Delete Variant > button Delete',
    },
    'split a rule evenly': {
      page: theme,
      way: 'button Rule 1 > form Rule 1 > button Split evenly > form Rule 1 > button Update',
    },
    'duplicate a rule': { page: theme, way: 'button Actions of rule 1 > menuitem Duplicate' },
    'promote a flag': promotion,
    'promote what was changed': { ...promotion, after: { ...raiseShare, after: promotion } },
    'copy a flag elsewhere': {
      page: theme,
      way: `button Actions > ${copying} > option ${there}* > dialog Copy to Namespace > button Copy`,
      isJudgedThere: true,
    },
    'disable many flags': {
      page: flags,
      way: 'checkbox Select checkout > checkbox Select theme > button Disable > alertdialog Disable 1 flag > button Apply',
    },
    'tag many flags': {
      page: flags,
      way: 'checkbox Select checkout > checkbox Select theme > button Tags… > dialog Tags > combobox Tag = shop > dialog Tags > button Add tag > alertdialog Add tag shop to 2 flags > button Apply',
    },
    'import flags': {
      page: flags,
      way: 'button Export and import > menuitem Import… > dialog Import flags > button Import',
      file: {
        flags: [
          { key: 'banner', name: 'Banner', type: 'BOOLEAN_FLAG_TYPE' },
          { key: 'search', name: 'Search', type: 'VARIANT_FLAG_TYPE', variants: [{ key: 'fast' }] },
        ],
      },
    },
    'undo by the message': {
      page: flags,
      way: 'region Notifications > button Undo',
      after: disableTheme,
    },
    'undo in the history': {
      page: `${theme}/history`,
      way: 'button Undo this change > dialog Review changes > button Save',
      after: disableTheme,
    },
    'restore a version': {
      page: `${theme}/history`,
      way: 'button Restore this version > dialog Review changes > button Save',
      after: { page: theme, way: 'button Actions of rule 1 > menuitem Duplicate' },
    },
    'create a segment': { page: `${segments}/new`, way: 'textbox Name = Beta > button Create' },
    'add a constraint': {
      page: `${segments}/german`,
      way: 'button New Constraint > dialog New Constraint > combobox Property = plan > dialog New Constraint > textbox Value = pro > dialog New Constraint > button Create',
    },
    'rename a segment': {
      page: `${segments}/german`,
      way: 'region Details > textbox Name = Germans > region Details > button Update',
    },
    'delete a segment that Health has found': {
      page: `namespaces/${here}/health`,
      way: 'button Delete segment',
    },
  };
}
