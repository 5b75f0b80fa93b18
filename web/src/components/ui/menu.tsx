import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import { type ReactElement, type ReactNode, cloneElement } from 'react';
import { Link } from 'react-router';
import { type Blockable } from '@/components/ui/blocked';
import { classes } from '@/components/ui/classes';
import { choiceClasses, layerClasses } from '@/components/ui/layer-classes';

const popupClasses = classes(layerClasses, 'min-w-48 p-1');

interface MenuProps extends Blockable {
  /** The button that opens it; it gets `blocked` as well. */
  readonly trigger: ReactElement<Blockable>;
  readonly align?: 'start' | 'center' | 'end';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A menu of actions. */
export function Menu({
  trigger,
  blocked,
  align = 'end',
  open,
  onOpenChange,
  children,
}: MenuProps): ReactElement {
  return (
    <Base.Root
      modal={false}
      disabled={blocked !== undefined}
      open={open}
      onOpenChange={(next) => onOpenChange?.(next)}
    >
      <Base.Trigger render={blocked === undefined ? trigger : cloneElement(trigger, { blocked })} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-40 outline-none">
          <Base.Popup className={popupClasses}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Joins the one menu of a list to the buttons of its rows, with what each row tells it. */
export type MenuHandle<T> = ReturnType<typeof Base.createHandle<T>>;

export const createMenuHandle = Base.createHandle;

/** A button that opens the `SharedMenu` of that handle. @param payload What the menu is told when it opens. */
export function SharedMenuTrigger<T>({
  handle,
  payload,
  children,
}: {
  readonly handle: MenuHandle<T>;
  readonly payload: T;
  readonly children: ReactElement;
}): ReactElement {
  return <Base.Trigger handle={handle} payload={payload} render={children} />;
}

/** One menu for the buttons of many rows: a menu of its own for each would make long lists slow. */
export function SharedMenu<T>({
  handle,
  children,
}: {
  readonly handle: MenuHandle<T>;
  readonly children: (payload: T) => ReactNode;
}): ReactElement {
  return (
    <Base.Root handle={handle} modal={false}>
      {({ payload }) => (
        <Base.Portal>
          <Base.Positioner align="end" sideOffset={4} className="z-40 outline-none">
            <Base.Popup className={popupClasses}>{payload !== undefined && children(payload)}</Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      )}
    </Base.Root>
  );
}

interface ItemContentProps extends Blockable {
  readonly icon?: ReactNode;
  readonly shortcut?: ReactNode;
  readonly children: ReactNode;
}

/** The reason stands below the words: a menu has the room, and it needs no second hover. */
function ItemContent({ icon, shortcut, blocked, children }: ItemContentProps): ReactElement {
  return (
    <>
      {icon !== undefined && <span className="flex w-4 justify-center text-muted">{icon}</span>}
      <span className="min-w-0 flex-1">
        {children}
        {blocked !== undefined && <span className="block text-caption text-faint">{blocked}</span>}
      </span>
      {shortcut}
    </>
  );
}

interface MenuItemProps extends ItemContentProps {
  readonly onSelect: () => void;
  readonly danger?: boolean;
}

/** One action. */
export function MenuItem({ onSelect, danger = false, ...content }: MenuItemProps): ReactElement {
  return (
    <Base.Item
      disabled={content.blocked !== undefined}
      onClick={onSelect}
      className={classes(choiceClasses, danger && content.blocked === undefined && 'text-danger')}
    >
      <ItemContent {...content} />
    </Base.Item>
  );
}

/** An item that leads to a page. */
export function MenuLinkItem({ to, ...content }: ItemContentProps & { readonly to: string }): ReactElement {
  if (content.blocked !== undefined) return <MenuItem {...content} onSelect={() => undefined} />;
  return (
    <Base.LinkItem closeOnClick className={choiceClasses} render={<Link to={to} />}>
      <ItemContent {...content} />
    </Base.LinkItem>
  );
}

interface MenuChoiceItemProps {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** An item that is on or off; the menu stays open. */
export function MenuCheckItem({ checked, onCheckedChange, children }: MenuChoiceItemProps): ReactElement {
  return (
    <Base.CheckboxItem
      checked={checked}
      onCheckedChange={(next) => {
        onCheckedChange(next);
      }}
      className={choiceClasses}
    >
      <span className="flex w-4 justify-center">
        <Base.CheckboxItemIndicator>
          <Check aria-hidden size={16} />
        </Base.CheckboxItemIndicator>
      </span>
      <span className="flex-1">{children}</span>
    </Base.CheckboxItem>
  );
}

interface MenuRadioGroupProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[];
}

/** A few choices of which one holds. */
export function MenuRadioGroup<T extends string>({
  label,
  value,
  onChange,
  options,
}: MenuRadioGroupProps<T>): ReactElement {
  return (
    <MenuGroup label={label}>
      <Base.RadioGroup
        value={value}
        aria-label={label}
        onValueChange={(next: T) => {
          onChange(next);
        }}
      >
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={choiceClasses}>
            <span className="flex w-4 justify-center">
              <Base.RadioItemIndicator>
                <Check aria-hidden size={16} />
              </Base.RadioItemIndicator>
            </span>
            <span className="flex-1">{option.label}</span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </MenuGroup>
  );
}

/** Items below a heading. */
export function MenuGroup({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-2 pb-1 text-caption font-medium text-faint">
        {label}
      </Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

/** A menu within a menu. */
export function Submenu({
  label,
  icon,
  blocked,
  children,
}: Omit<ItemContentProps, 'shortcut'> & { readonly label: ReactNode }): ReactElement {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger
        disabled={blocked !== undefined}
        className={classes(choiceClasses, 'data-popup-open:bg-sunken')}
      >
        <ItemContent icon={icon} blocked={blocked}>
          {label}
        </ItemContent>
        <ChevronRight aria-hidden size={16} className="text-muted" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner className="z-40 outline-none" alignOffset={-4}>
          <Base.Popup className={popupClasses}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

/** A line between items. */
export function MenuSeparator(): ReactElement {
  return <Base.Separator className="my-1 h-px bg-border" />;
}
