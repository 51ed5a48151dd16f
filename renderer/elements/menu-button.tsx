// A button that opens a menu or a panel with fields below it. That is a popover, so that nothing clips it, and is
// rendered only while open.
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useId,
  useRef,
  useState,
} from 'react';
import { searchText } from '../../main/messages/search-text.ts';

type MenuButtonProps = {
  readonly label: ReactNode;
  /** For screen readers, if the label is too short. */
  readonly name?: string;
  readonly className: string;
  readonly menuName: string;
  readonly menuClass?: string;
  /** The width of the panel in pixels; less in a narrow window. */
  readonly width: number;
  readonly shortcut?: string | undefined;
  /** A panel has fields, which Tab reaches. A menu has entries with the role of a menu item only, and groups of them. */
  readonly isPanel?: boolean;
  /** False where the arrow keys lead to the button. */
  readonly isTabStop?: boolean;
  readonly children: ReactNode;
};

const CloseMenu = createContext(() => {});

export function MenuButton(props: MenuButtonProps) {
  const {
    label,
    name,
    className,
    menuName,
    menuClass = '',
    width,
    shortcut,
    isPanel = false,
    isTabStop = true,
    children,
  } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  /** Places the panel below the button, or above it where there is more room, inside the window. */
  function place() {
    const box = button.current?.getBoundingClientRect();
    if (!box || !panel.current) return;
    const wide = Math.min(width, innerWidth - 16);
    const isFromRight = box.left + wide > innerWidth - 8;
    const left = isFromRight ? box.right - wide : box.left;
    panel.current.style.width = `${wide}px`;
    panel.current.style.left = `${Math.max(8, Math.min(left, innerWidth - wide - 8))}px`;
    const room = innerHeight - box.bottom - 16;
    const isAbove = room < 240 && box.top > innerHeight - box.bottom;
    panel.current.style.top = isAbove ? 'auto' : `${box.bottom + 4}px`;
    panel.current.style.bottom = isAbove ? `${innerHeight - box.top + 4}px` : 'auto';
    panel.current.style.maxHeight = `${Math.max(160, isAbove ? box.top - 16 : room)}px`;
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        popoverTarget={id}
        tabIndex={isTabStop ? undefined : -1}
        onKeyDown={isPanel ? undefined : openByArrow}
        aria-haspopup={isPanel ? undefined : 'menu'}
        aria-expanded={isOpen}
        aria-label={name}
        aria-keyshortcuts={shortcut}
      >
        {label}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The keys are those of the entries inside. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={`menu ${menuClass}`}
        role={isPanel ? 'group' : 'menu'}
        aria-label={menuName}
        onBeforeToggle={place}
        onKeyDown={isPanel ? undefined : (event) => moveInMenu(event.currentTarget, event)}
        onToggle={({ currentTarget, newState }) => {
          setIsOpen(newState === 'open');
          if (!isPanel && newState === 'open') enterMenu(currentTarget);
        }}
      >
        {isOpen && <CloseMenu value={() => panel.current?.hidePopover()}>{children}</CloseMenu>}
      </div>
    </>
  );
}

type MenuItemProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  /** Called after the menu has closed, and so after the focus is back on its button. */
  readonly onChoose: () => unknown;
};

/** An entry of a menu. */
export function MenuItem({ onChoose, role = 'menuitem', className = 'menu-entry', ...others }: MenuItemProps) {
  const close = use(CloseMenu);
  function choose() {
    close();
    void onChoose();
  }
  return <button {...others} type="button" role={role} tabIndex={-1} className={className} onClick={choose} />;
}

type MenuEntryProps = Omit<MenuItemProps, 'children' | 'name'> & {
  readonly name: ReactNode;
  readonly details?: string | null;
  /** In front of the name, in menus whose entries have such marks. */
  readonly mark?: ReactNode;
};

/** An entry of a group, with small print below its name. */
export function MenuEntry({ name, details = null, mark, ...item }: MenuEntryProps) {
  return (
    <li role="none">
      <MenuItem {...item}>
        {mark !== undefined && <span className="menu-mark">{mark}</span>}
        <span className="menu-text">
          <span className="menu-name">{name}</span>
          {details !== null && <small className="dim">{details}</small>}
        </span>
      </MenuItem>
    </li>
  );
}

type MenuGroupProps = { readonly name: string; readonly entries: ReactNode; readonly children?: ReactNode };

/** Entries of a menu under a heading, and actions below them. */
export function MenuGroup({ name, entries, children }: MenuGroupProps) {
  const id = useId();
  return (
    <section role="group" aria-labelledby={id}>
      <h2 role="none" id={id}>
        {name}
      </h2>
      <ul role="none">{entries}</ul>
      {children}
    </section>
  );
}

// The keys of a menu, as the ARIA menu pattern has them: arrows, Home, End, letters that begin an entry, and Tab out of
// it.

const entriesOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]:enabled')];

/** Letters typed within this time belong together. */
const typingMs = 700;
let typed = { text: '', at: Number.NEGATIVE_INFINITY };

const textOf = (entry: HTMLElement) => searchText((entry.closest('label') ?? entry).textContent.trim());

function placeByText(entries: readonly HTMLElement[], from: number, event: KeyboardEvent): number {
  const isLonger = event.timeStamp - typed.at < typingMs;
  typed = { text: (isLonger ? typed.text : '') + searchText(event.key), at: event.timeStamp };
  // Another first letter moves on; more letters may still mean the same entry.
  const begin = typed.text.length === 1 ? from + 1 : Math.max(0, from);
  const order = entries.map((_, at) => (begin + at) % entries.length);
  return order.find((at) => textOf(entries[at]!).startsWith(typed.text)) ?? from;
}

/** Moves the focus inside the menu. */
function moveInMenu(menu: HTMLElement, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // The focus returns to the button and moves on from there.
  if (event.key === 'Tab') return menu.hidePopover();
  const entries = entriesOf(menu);
  const from = entries.indexOf(event.target as HTMLElement);
  const last = entries.length - 1;
  if (last < 0) return;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from === last ? 0 : from + 1,
    ArrowUp: from <= 0 ? last : from - 1,
    Home: 0,
    End: last,
  };
  const isLetter = event.key.length === 1 && event.key !== ' ';
  const next = steps[event.key] ?? (isLetter ? placeByText(entries, from, event) : null);
  if (next === null) return;
  entries[next]?.focus();
  // A letter is no shortcut here.
  event.preventDefault();
}

/** Which entry gets the focus when the menu that is about to open is rendered. */
let entered: 0 | -1 = 0;

/** On the button of a menu: the arrows open it, at its first or last entry. */
function openByArrow(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  entered = event.key === 'ArrowDown' ? 0 : -1;
  event.currentTarget.click();
}

/** Focuses an entry of a menu that has opened. Its entries are rendered some frames later. */
function enterMenu(menu: HTMLElement, triesLeft = 10): void {
  const entry = entriesOf(menu).at(entered);
  if (entry === undefined && triesLeft > 0) return void requestAnimationFrame(() => enterMenu(menu, triesLeft - 1));
  entry?.focus();
  entered = 0;
}
