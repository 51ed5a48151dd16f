// The sheet of keys.
import { useEffect, useRef } from 'react';
import { words } from '../words/words.ts';

export function KeySheet({ close }: { readonly close: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const sheet = ref.current;
    if (sheet && !sheet.open) sheet.showModal();
  }, []);
  return (
    <dialog ref={ref} className="sheet" aria-labelledby="keys-title" onClose={close}>
      <h2 id="keys-title">{words.keys.title}</h2>
      <dl>
        {words.keys.rows.map(([keys, meaning]) => (
          <div key={keys}>
            <dt className="mono">{keys}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="button" onClick={() => ref.current?.close()}>
        {words.close}
      </button>
    </dialog>
  );
}
