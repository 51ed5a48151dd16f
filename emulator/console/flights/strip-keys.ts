import type { KeyboardEvent } from 'react';

/** Arrow keys move between strips, across bays. */
export function moveInStrips(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const strips = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-strip]')];
  const place = strips.indexOf(document.activeElement as HTMLElement);
  const next = step === undefined || place === -1 ? undefined : strips[place + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.closest('li')?.scrollIntoView({ block: 'nearest' });
}
