// Resets, exports and imports the state.
import { useRef, useState } from 'react';
import type { Slice } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { Confirm } from '../elements/confirm.tsx';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { saveFile } from '../elements/save-file.ts';

const slices: readonly Slice[] = [
  'clock',
  'faults',
  'journal',
  'limits',
  'consents',
  'flights',
  'applications',
  'pilots',
];

export function WorldSection() {
  const store = useConsole();
  const [chosen, setChosen] = useState<readonly Slice[]>([]);
  const [isResetting, setResetting] = useState(false);
  const [chosenFile, setChosenFile] = useState<{ name: string; world: unknown } | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const isAll = chosen.length === 0 || chosen.length === slices.length;

  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      setChosenFile({ name: file.name, world: JSON.parse(await file.text()) });
    } catch {
      store.notices.show('refused', messages.world.notJson(visible(file.name)));
    }
  };

  return (
    <section className="card world" aria-labelledby="world">
      <div>
        <h3 id="world">{messages.world.title}</h3>
        <p className="dim small">{messages.world.about}</p>
      </div>
      <fieldset>
        <legend>{messages.world.resetWhat}</legend>
        <div className="slices">
          {slices.map((slice) => (
            <label key={slice} className="check">
              <input
                type="checkbox"
                checked={chosen.includes(slice)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, slice] : chosen.filter((one) => one !== slice))
                }
              />
              {messages.world.slices[slice]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="actions">
        <button type="button" className="button danger" onClick={() => setResetting(true)}>
          {isAll ? messages.world.resetAll : messages.world.resetSome}
        </button>
        <button
          type="button"
          className="button"
          onClick={() =>
            void store
              .act(() => store.calls.state.export())
              .then((blob) => blob && saveFile(blob, messages.world.fileName))
          }
        >
          {messages.world.export}
        </button>
        <button type="button" className="button" onClick={() => chooser.current?.click()}>
          {messages.world.import}
        </button>
        <input
          ref={chooser}
          type="file"
          accept="application/json,.json"
          hidden
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      {isResetting ? (
        <Confirm
          title={isAll ? messages.world.resetAll : messages.world.resetSome}
          action={messages.world.reset}
          onClose={() => setResetting(false)}
          onConfirm={() =>
            void store.act(() => store.calls.reset(isAll ? [...slices] : [...chosen]), messages.world.wasReset)
          }
        >
          <p>
            {isAll
              ? messages.world.resetAllMeans
              : messages.world.resetMeans(chosen.map((slice) => messages.world.slices[slice]))}
          </p>
        </Confirm>
      ) : null}
      {chosenFile === null ? null : (
        <Confirm
          title={messages.world.importOne(visible(chosenFile.name))}
          action={messages.world.take}
          onClose={() => setChosenFile(null)}
          onConfirm={() => void store.act(() => store.calls.state.import(chosenFile.world), messages.world.imported)}
        >
          <p>{messages.world.importMeans}</p>
        </Confirm>
      )}
    </section>
  );
}
