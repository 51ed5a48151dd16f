import { Sheet } from '../elements/sheet.tsx';
import { messages } from '../messages/messages.ts';

export function KeySheet({ onClose, onTour }: { readonly onClose: () => void; readonly onTour: () => void }) {
  return (
    <Sheet title={messages.keys.title} onClose={onClose}>
      <dl className="keys">
        {messages.keys.list.map(([keys, what]) => (
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
      <div className="actions sheet-actions">
        <button type="button" className="button" onClick={onTour}>
          {messages.tour.start}
        </button>
      </div>
    </Sheet>
  );
}
