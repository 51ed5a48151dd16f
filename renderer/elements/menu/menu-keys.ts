// The keys of an open menu, as the ARIA menu pattern has them: arrows, Home, End, and letters that begin an entry.
import type { KeyboardEvent } from 'react';

const entriesOf = (menu: HTMLElement) =>
  [...menu.querySelectorAll<HTMLElement>('.menu-entry, .menu-action, .column-list input')].filter(
    (entry) => !entry.matches(':disabled'),
  );

/** Letters typed within this time belong together. */
const TYPING_MS = 700;
let typed = { text: '', at: Number.NEGATIVE_INFINITY };

const textOf = (entry: HTMLElement) => (entry.closest('label') ?? entry).textContent.trim().toLowerCase();

function placeByText(entries: readonly HTMLElement[], from: number, event: KeyboardEvent): number {
  const isLonger = event.timeStamp - typed.at < TYPING_MS;
  typed = { text: (isLonger ? typed.text : '') + event.key.toLowerCase(), at: event.timeStamp };
  // Another first letter moves on; more letters may still mean the same entry.
  const begin = typed.text.length === 1 ? from + 1 : Math.max(0, from);
  const order = entries.map((_, at) => (begin + at) % entries.length);
  return order.find((at) => textOf(entries[at]!).startsWith(typed.text)) ?? from;
}

/** Moves the focus inside the menu. Fields for text keep their keys. */
export function moveInMenu(menu: HTMLElement, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input:not([type="checkbox"])')) return;
  const entries = entriesOf(menu);
  const from = entries.indexOf(target);
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

/** On the button of a menu: the arrows open it, and move into an open one. */
export function openByArrow(menu: HTMLElement | null, event: KeyboardEvent<HTMLButtonElement>): void {
  if (menu === null || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  event.preventDefault();
  const { key } = event;
  if (!menu.matches(':popover-open')) event.currentTarget.click();
  // Its entries are rendered once it is open.
  const enter = (triesLeft: number) => {
    const entries = entriesOf(menu);
    if (entries.length === 0 && triesLeft > 0) requestAnimationFrame(() => enter(triesLeft - 1));
    else entries.at(key === 'ArrowDown' ? 0 : -1)?.focus();
  };
  enter(10);
}
