// A shortcut drawn as keys.
import { keycapsOf } from './shortcuts.ts';

export const isMac = () => navigator.platform.startsWith('Mac');

export function Keycaps({ shortcut }: { readonly shortcut: string }) {
  return (
    <span className="keycaps">
      {keycapsOf(shortcut, isMac()).map((key) => (
        <kbd key={key} className="keycap">
          {key}
        </kbd>
      ))}
    </span>
  );
}
