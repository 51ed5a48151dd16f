// Keyboard shortcuts for every view, inactive while typing or in a dialog.
import { useEffect, useEffectEvent } from 'react';
import { useStore } from '../store/use-store.ts';
import { openView, views } from '../store/address.ts';
import { useClockChange } from './clock-controls.tsx';

export function useShellKeys(showKeys: () => void): void {
  const { clock } = useStore();
  const move = useClockChange();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const view = views[Number(event.key) - 1];
    if (view !== undefined) openView(view);
    else if (event.key === '?') showKeys();
    else if (event.key === 'f') move({ freeze: !(clock.state()?.frozen ?? false) });
    else if (event.key === '/') document.querySelector<HTMLElement>('[data-filter]')?.focus();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
