import { Sheet } from '../elements/sheet.tsx';
import { words } from '../words/words.ts';

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet title={words.keys.title} onClose={onClose}>
      <dl className="keys">
        {words.keys.list.map(([keys, what]) => (
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
