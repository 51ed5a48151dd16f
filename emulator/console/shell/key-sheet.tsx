import { Sheet } from '../elements/sheet.tsx';
import { messages } from '../messages/messages.ts';

const shortcuts = [
  ['1 2 3 4 5 6', messages.keys.views],
  ['f', messages.keys.clock],
  ['/', messages.keys.filter],
  ['↑ ↓', messages.keys.move],
  ['Enter', messages.keys.open],
  ['Esc', messages.keys.close],
  ['?', messages.keys.help],
] as const;

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet title={messages.keys.title} onClose={onClose}>
      <dl className="keys">
        {shortcuts.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
