// A button that opens a menu or a panel with fields below it. That is a popover, so that nothing clips it, and is rendered
// only while open.
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { enterMenu, moveInMenu, openByArrow } from './menu-keys.ts';

type Props = {
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
  readonly children: (close: () => void) => ReactNode;
};

export function MenuButton(props: Props) {
  const { label, name, className, menuName, menuClass = '', width, shortcut, isPanel = false, children } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  /** Places the panel below the button, inside the window. */
  function place() {
    const box = button.current?.getBoundingClientRect();
    if (!box || !panel.current) return;
    const wide = Math.min(width, innerWidth - 16);
    const isFromRight = getComputedStyle(button.current!).direction === 'rtl' || box.left + wide > innerWidth - 8;
    const left = isFromRight ? box.right - wide : box.left;
    panel.current.style.width = `${wide}px`;
    panel.current.style.left = `${Math.max(8, Math.min(left, innerWidth - wide - 8))}px`;
    panel.current.style.top = `${box.bottom + 4}px`;
    panel.current.style.maxHeight = `${Math.max(160, innerHeight - box.bottom - 16)}px`;
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        popoverTarget={id}
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
        {isOpen && children(() => document.getElementById(id)?.hidePopover())}
      </div>
    </>
  );
}
