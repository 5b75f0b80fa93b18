import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react';
import { classes } from '@/components/ui/classes';
import { kitCopy } from '@/copy/kit';

const copy = kitCopy.moving;

interface SortableListProps<T> {
  /** Names the list, as in `Rules`. */
  readonly label: string;
  readonly items: readonly T[];
  readonly idOf: (item: T) => string;
  /** What the item is called in announcements, as in `Rule beta-users`. */
  readonly nameOf: (item: T) => string;
  /** Moves the item at `from` to `to`, both from zero. */
  readonly onMove: (from: number, to: number) => void;
  /** The order cannot be changed: no handles, as in read-only mode. */
  readonly fixed?: boolean;
  /** The handle is handed in, to be placed where the item wants it; undefined when there is none. */
  readonly renderItem: (item: T, index: number, handle: ReactNode) => ReactNode;
}

/**
 * A list whose order people change: by dragging the handle, by Space and arrows on it, or by Alt and arrows anywhere in
 * an item, with Shift to the end.
 */
export function SortableList<T>({
  label,
  items,
  idOf,
  nameOf,
  onMove,
  fixed = false,
  renderItem,
}: SortableListProps<T>): ReactElement {
  const [spoken, setSpoken] = useState('');
  const isFixed = fixed || items.length < 2;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = items.map(idOf);
  const positionOf = (id: unknown): number => ids.findIndex((other) => other === id);
  const nameAt = (index: number): string => {
    const item = items[index];
    return item === undefined ? '' : nameOf(item);
  };
  const place = (index: number): string => copy.place(index + 1, items.length);

  const move = (from: number, to: number): void => {
    const target = Math.min(Math.max(to, 0), items.length - 1);
    if (isFixed || from === target || from < 0) return;
    onMove(from, target);
    setSpoken(copy.moved(nameAt(from), place(target)));
  };

  const announcements: Announcements = {
    onDragStart: ({ active }) => copy.pickedUp(nameAt(positionOf(active.id))),
    onDragOver: ({ active, over }) =>
      over === null ? undefined : copy.over(nameAt(positionOf(active.id)), place(positionOf(over.id))),
    // The move itself is said by the list, whichever way it was made.
    onDragEnd: () => undefined,
    onDragCancel: ({ active }) => copy.stays(nameAt(positionOf(active.id))),
  };

  const dropped = ({ active, over }: DragEndEvent): void => {
    if (over !== null) move(positionOf(active.id), positionOf(over.id));
  };

  const pressed = (event: KeyboardEvent, index: number): void => {
    // What is pressed in a menu or drawer of the item reaches it only by React.
    if (!event.currentTarget.contains(event.target as Node)) return;
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const isUp = event.key === 'ArrowUp';
    if (event.shiftKey) move(index, isUp ? 0 : items.length - 1);
    else move(index, index + (isUp ? -1 : 1));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={dropped}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable: copy.help,
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={isFixed}>
        <ol aria-label={label} className="flex flex-col gap-3">
          {items.map((item, index) => (
            <SortableItem
              key={idOf(item)}
              id={idOf(item)}
              name={nameOf(item)}
              fixed={isFixed}
              onKeyDown={(event) => {
                pressed(event, index);
              }}
            >
              {(handle) => renderItem(item, index, handle)}
            </SortableItem>
          ))}
        </ol>
      </SortableContext>
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </DndContext>
  );
}

interface SortableItemProps {
  readonly id: string;
  readonly name: string;
  readonly fixed: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly children: (handle: ReactNode) => ReactNode;
}

function SortableItem({ id, name, fixed, onKeyDown, children }: SortableItemProps): ReactElement {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  const handle = fixed ? undefined : (
    <button
      {...attributes}
      {...listeners}
      ref={setActivatorNodeRef}
      type="button"
      aria-label={copy.handle(name)}
      className="flex size-7 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-faint hover:bg-sunken hover:text-text active:cursor-grabbing"
    >
      <GripVertical aria-hidden size={16} />
    </button>
  );
  return (
    <li
      ref={setNodeRef}
      onKeyDown={onKeyDown}
      className={classes('relative', isDragging && 'z-10 opacity-90 shadow-layer')}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(handle)}
    </li>
  );
}
