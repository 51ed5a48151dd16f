// Keys on the board: from strip to strip with the arrows or j and k, whatever bay they stand in.
import { useEffect } from 'react';
import type { RefObject } from 'react';
import { isTyping } from '../shell/is-typing.ts';

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

export function useStripKeys(board: RefObject<HTMLElement | null>) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const step = steps[event.key];
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (step === undefined || !isPlain || isTyping(event.target)) return;
      const strips = [...(board.current?.querySelectorAll<HTMLElement>('.strip-open') ?? [])];
      if (strips.length === 0) return;
      const at = strips.indexOf(document.activeElement as HTMLElement);
      const from = at === -1 ? strips.findIndex((strip) => strip.tabIndex === 0) - step : at;
      const next = strips[Math.min(strips.length - 1, Math.max(0, from + step))];
      event.preventDefault();
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [board]);
}
