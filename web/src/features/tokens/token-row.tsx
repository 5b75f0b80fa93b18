import { CalendarX, Hourglass, Infinity as InfinityIcon, Trash2 } from 'lucide-react';
import { type ReactElement, use } from 'react';
import { ClockContext } from '@/components/clock';
import { Time } from '@/components/time';
import { Checkbox } from '@/components/ui/checkbox';
import { Chip } from '@/components/ui/chip';
import { IconButton } from '@/components/ui/icon-button';
import { Cell, Row } from '@/components/ui/table';
import { tokensCopy } from '@/copy/tokens';
import { formatAbsolute, parseTimestamp } from '@/lib/time';
import { type TokenFacts, type TokenState } from './token-facts';

interface TokenRowProps {
  readonly facts: TokenFacts;
  /** This page speaks with it. */
  readonly isOwn: boolean;
  readonly hasRoles: boolean;
  readonly isSelected: boolean;
  readonly blocked: string | undefined;
  readonly onSelect: (isOn: boolean) => void;
  readonly onDelete: () => void;
}

/** What is known of one token; never its secret. */
export function TokenRow(props: TokenRowProps): ReactElement {
  const { facts, isOwn, hasRoles, isSelected, blocked, onSelect, onDelete } = props;
  const { token, description, namespaceKey, role, isBootstrap } = facts;
  const name = facts.name === '' ? tokensCopy.noName : facts.name;
  return (
    <Row selected={isSelected}>
      <Cell>
        <Checkbox label={tokensCopy.select(name)} hideLabel checked={isSelected} onChange={onSelect} />
      </Cell>
      <Cell className="max-w-72">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {isOwn && <Chip tone="accent">{tokensCopy.you}</Chip>}
          {isBootstrap && <Chip tone="warn">{tokensCopy.bootstrap}</Chip>}
        </span>
      </Cell>
      <Cell priority="secondary" className="max-w-72 break-words text-muted">
        {description}
      </Cell>
      <Cell className="break-words">
        {namespaceKey === undefined ? tokensCopy.allNamespaces : tokensCopy.only(namespaceKey)}
      </Cell>
      {hasRoles && <Cell priority="secondary">{role}</Cell>}
      <Cell priority="least">{token.createdAt !== undefined && <Time timestamp={token.createdAt} />}</Cell>
      <Cell>
        <Expiry facts={facts} />
      </Cell>
      <Cell align="end">
        <IconButton label={tokensCopy.delete(name)} blocked={blocked} onClick={onDelete}>
          <Trash2 aria-hidden size={16} />
        </IconButton>
      </Cell>
    </Row>
  );
}

const marks: Readonly<Record<Exclude<TokenState, 'valid'>, ReactElement>> = {
  never: <Chip icon={<InfinityIcon aria-hidden size={14} />}>{tokensCopy.states.never}</Chip>,
  soon: (
    <Chip tone="warn" icon={<Hourglass aria-hidden size={14} />}>
      {tokensCopy.states.soon}
    </Chip>
  ),
  expired: (
    <Chip tone="danger" icon={<CalendarX aria-hidden size={14} />}>
      {tokensCopy.states.expired}
    </Chip>
  ),
};

/** When the token ends: how far that is, and the date. */
function Expiry({ facts: { token, state } }: { readonly facts: TokenFacts }): ReactElement {
  const { zone } = use(ClockContext);
  const end = token.expiresAt === undefined ? undefined : parseTimestamp(token.expiresAt);
  return (
    <span className="flex flex-col items-start gap-0.5">
      {state !== 'valid' && marks[state]}
      {token.expiresAt !== undefined && <Time timestamp={token.expiresAt} />}
      {end !== undefined && (
        <span aria-hidden className="text-caption text-muted">
          {formatAbsolute(end, zone)}
        </span>
      )}
    </span>
  );
}
