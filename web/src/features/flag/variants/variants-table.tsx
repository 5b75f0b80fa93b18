import { type ReactElement } from 'react';
import { useWriteBlock } from '@/changes';
import { AudienceDot } from '@/components/audience-dot';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table';
import { keyClasses } from '@/components/unbroken';
import { commonCopy } from '@/copy/common';
import { flagCopy } from '@/copy/flag';
import { type Flag, type Rule, type Variant } from '@/lib/model';
import { variantUse } from '@/lib/plan/variant-use';
import { AttachmentSummary } from './attachment-summary';
import { VariantMenu } from './variant-menu';

interface VariantsTableProps {
  readonly flag: Flag;
  readonly rules: readonly Rule[];
  readonly onDelete: (variant: Variant) => void;
}

const copy = flagCopy.variants;

/** Variants in creation order, which decides their colours. */
export function VariantsTable({ flag, rules, onDelete }: VariantsTableProps): ReactElement {
  // Columns that nobody fills take the room that keys need.
  const hasNames = flag.variants.some(({ name }) => name !== '');
  const hasDescriptions = flag.variants.some(({ description }) => description !== '');
  return (
    <Table caption={copy.caption}>
      <thead>
        <tr>
          <HeaderCell>{copy.key}</HeaderCell>
          {hasNames && <HeaderCell priority="secondary">{copy.name}</HeaderCell>}
          {hasDescriptions && <HeaderCell priority="secondary">{copy.description}</HeaderCell>}
          <HeaderCell>{copy.attachment}</HeaderCell>
          <HeaderCell>{copy.usedIn}</HeaderCell>
          <HeaderCell align="end">{copy.actions}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {flag.variants.map((variant, index) => (
          <VariantRow
            key={variant.id}
            flag={flag}
            rules={rules}
            variant={variant}
            index={index}
            hasNames={hasNames}
            hasDescriptions={hasDescriptions}
            onDelete={onDelete}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface VariantRowProps extends VariantsTableProps {
  readonly variant: Variant;
  readonly index: number;
  readonly hasNames: boolean;
  readonly hasDescriptions: boolean;
}

function VariantRow(props: VariantRowProps): ReactElement {
  const { flag, rules, variant, index, hasNames, hasDescriptions, onDelete } = props;
  const block = useWriteBlock(flagCopy.actions.update);
  const use = variantUse({ ...flag, rules }, variant.key);
  return (
    <Row>
      <Cell>
        <span className="flex items-center gap-2">
          <AudienceDot tone={{ kind: 'variant', index }} />
          <code className={keyClasses(variant.key)}>{variant.key}</code>
        </span>
      </Cell>
      {hasNames && (
        <Cell priority="secondary" className="break-words">
          {variant.name}
        </Cell>
      )}
      {hasDescriptions && (
        <Cell priority="secondary" className="break-words text-muted">
          {variant.description}
        </Cell>
      )}
      <Cell>
        <AttachmentSummary attachment={variant.attachment} />
      </Cell>
      <Cell className="text-secondary text-muted">
        {copy.use(
          use.isDefault,
          use.rules.map(({ position }) => position),
        )}
      </Cell>
      <Cell align="end" className="whitespace-nowrap">
        {block === undefined && (
          <Link
            to={{ search: `?${new URLSearchParams({ variant: variant.key }).toString()}` }}
            aria-label={copy.editOne(variant.key)}
            className="px-2 py-1 font-medium"
          >
            {copy.edit}
          </Link>
        )}
        <Button
          variant="ghost"
          size="compact"
          aria-label={copy.deleteOne(variant.key)}
          blocked={block}
          onClick={() => {
            onDelete(variant);
          }}
        >
          {commonCopy.delete}
        </Button>
        <VariantMenu flag={flag} variant={variant} />
      </Cell>
    </Row>
  );
}
