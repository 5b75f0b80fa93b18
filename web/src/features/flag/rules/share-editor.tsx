import { type Answer } from '@pennon/state';
import { Lock, LockOpen, Plus, X } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { AudienceDot } from '@/components/audience-dot';
import { AudienceEditor } from '@/components/audience-editor';
import { type Blockable } from '@/components/ui/blocked';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { NumberField } from '@/components/ui/number-field';
import { rulesCopy } from '@/copy/rules';
import { validationCopy } from '@/copy/validation';
import { effectiveShare, isRoundingGap, withoutRoundingGap } from '@/lib/audience';
import { type Variant } from '@/lib/model';
import { formatPercent } from '@/lib/numbers';
import { isShare } from './rule-values';
import { addRow, giveRest, moveBoundary, type ShareRow, splitRows, totalOf } from './share-rows';
import { ShareTotalLine } from './share-total-line';

const copy = rulesCopy.shares;

interface ShareEditorProps extends Blockable {
  /** The rule in words, as in `rule 2`. */
  readonly of: string;
  readonly rows: readonly ShareRow[];
  readonly onChange: (rows: readonly ShareRow[]) => void;
  /** In creation order, which gives them their colours. */
  readonly variants: readonly Variant[];
  /** The shares that the rule has now. */
  readonly stored: readonly ShareRow[];
  /** What entities get that no share reaches. */
  readonly rest: Answer;
}

/** How many percent of the matching entities get which variant. */
export function ShareEditor(props: ShareEditorProps): ReactElement {
  const { of, rows, onChange, variants, rest, blocked } = props;
  const keyOf = useKeys(variants);
  const isDrawable = rows.every(({ rollout }) => isShare(rollout)) && totalOf(rows) <= 100;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">{copy.label(of)}</legend>
      {isDrawable && rows.length > 0 && (
        <AudienceEditor
          label={copy.label(of)}
          segments={rows.map((row) => ({
            label: keyOf(row),
            share: row.rollout ?? 0,
            tone: { kind: 'variant', index: placeOf(row, variants) },
          }))}
          blocked={blocked}
          onMove={(index, position) => {
            onChange(moveBoundary(rows, index, position));
          }}
        />
      )}
      <ul className="flex flex-col gap-2">
        {rows.map((row, index) => (
          <ShareRowFields
            // Of one variant there may be several shares.
            key={`${row.variantId} ${index}`}
            row={row}
            label={keyOf(row)}
            variants={variants}
            blocked={blocked}
            onChange={(changed) => {
              onChange(rows.with(index, changed));
            }}
            onRemove={() => {
              onChange(rows.toSpliced(index, 1));
            }}
          />
        ))}
      </ul>
      <ShareTotalLine rows={rows} rest={rest} />
      <ShareTools {...props} keyOf={keyOf} />
    </fieldset>
  );
}

interface ShareRowFieldsProps extends Blockable {
  readonly row: ShareRow;
  /** Key of its variant. */
  readonly label: string;
  readonly variants: readonly Variant[];
  readonly onChange: (row: ShareRow) => void;
  readonly onRemove: () => void;
}

function ShareRowFields({
  row,
  label: key,
  variants,
  onChange,
  onRemove,
  blocked,
}: ShareRowFieldsProps): ReactElement {
  const acting = effectiveShare(row.rollout ?? 0);
  const isFiner = isShare(row.rollout) && formatPercent(acting) !== formatPercent(row.rollout);
  return (
    <li className="flex items-start gap-2">
      <span className="flex min-h-control-compact min-w-0 flex-1 items-center gap-2">
        <AudienceDot tone={{ kind: 'variant', index: placeOf(row, variants) }} />
        <span className="min-w-0 font-mono text-code break-words">{key}</span>
      </span>
      <NumberField
        label={copy.of(key)}
        hideLabel
        className="w-28"
        compact
        value={row.rollout}
        min={0}
        max={100}
        step={0.1}
        largeStep={1}
        decimals={4}
        unit="%"
        error={errorOf(row, variants)}
        {...(isFiner && { description: copy.actsAs(formatPercent(acting)) })}
        blocked={blocked}
        onChange={(rollout) => {
          onChange({ ...row, rollout });
        }}
      />
      <IconButton
        label={copy.lock(key)}
        aria-pressed={row.isLocked}
        blocked={blocked}
        onClick={() => {
          onChange({ ...row, isLocked: !row.isLocked });
        }}
      >
        {row.isLocked ? (
          <Lock aria-hidden size={16} className="text-accent" />
        ) : (
          <LockOpen aria-hidden size={16} className="text-muted" />
        )}
      </IconButton>
      <IconButton label={copy.remove(key)} blocked={blocked} onClick={onRemove}>
        <X aria-hidden size={16} />
      </IconButton>
    </li>
  );
}

function errorOf(row: ShareRow, variants: readonly Variant[]): string | undefined {
  if (placeOf(row, variants) === -1) return copy.gone;
  return isShare(row.rollout) ? undefined : validationCopy.share;
}

interface ShareToolsProps extends ShareEditorProps {
  readonly keyOf: KeyOf;
}

function ShareTools({ rows, onChange, variants, stored, blocked, keyOf }: ShareToolsProps): ReactElement {
  const missing = variants.filter(({ id }) => !rows.some(({ variantId }) => variantId === id));
  const rollouts = rows.map(({ rollout }) => rollout ?? 0);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="compact"
        blocked={blocked}
        onClick={() => {
          onChange(splitRows(rows));
        }}
      >
        {copy.split}
      </Button>
      <Menu
        align="start"
        blocked={blocked ?? (totalOf(rows) < 100 ? undefined : copy.noRest)}
        trigger={<Button size="compact">{copy.giveRest}</Button>}
      >
        {rows.map((row, index) => (
          <MenuItem
            key={index}
            icon={<AudienceDot tone={{ kind: 'variant', index: placeOf(row, variants) }} />}
            onSelect={() => {
              onChange(giveRest(rows, index));
            }}
          >
            {keyOf(row)}
          </MenuItem>
        ))}
      </Menu>
      {isRoundingGap(rollouts) && (
        <Button
          size="compact"
          blocked={blocked}
          onClick={() => {
            const fixed = withoutRoundingGap(rollouts);
            onChange(rows.map((row, index) => ({ ...row, rollout: fixed[index] ?? row.rollout })));
          }}
        >
          {copy.fixRounding}
        </Button>
      )}
      <Menu
        align="start"
        blocked={blocked ?? (missing.length === 0 ? copy.allAdded : undefined)}
        trigger={
          <Button size="compact" variant="ghost" icon={<Plus aria-hidden size={16} />}>
            {copy.add}
          </Button>
        }
      >
        {missing.map(({ id, key }) => (
          <MenuItem
            key={id}
            onSelect={() => {
              onChange(addRow(rows, id, stored));
            }}
          >
            {key}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

type KeyOf = (row: ShareRow) => string;

/** The keys of variants, also of those that were deleted since the editor opened. */
function useKeys(variants: readonly Variant[]): KeyOf {
  const [keys, setKeys] = useState<ReadonlyMap<string, string>>(new Map());
  if (variants.some(({ id, key }) => keys.get(id) !== key))
    setKeys(new Map([...keys, ...variants.map(({ id, key }) => [id, key] as const)]));
  return ({ variantId }) => keys.get(variantId) ?? rulesCopy.deletedVariant;
}

function placeOf({ variantId }: ShareRow, variants: readonly Variant[]): number {
  return variants.findIndex(({ id }) => id === variantId);
}
