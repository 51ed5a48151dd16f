// Resets, exports and imports the state.
import { useRef, useState } from 'react';
import type { Slice } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { Confirm } from '../elements/confirm.tsx';
import { useConsole } from '../store/use-console.ts';
import { words } from '../words/words.ts';
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
  const [brought, setBrought] = useState<{ name: string; world: unknown } | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const isAll = chosen.length === 0 || chosen.length === slices.length;

  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      setBrought({ name: file.name, world: JSON.parse(await file.text()) });
    } catch {
      store.notices.show('refused', words.world.notJson(visible(file.name)));
    }
  };

  return (
    <section className="card world" aria-labelledby="world">
      <div>
        <h3 id="world">{words.world.title}</h3>
        <p className="dim small">{words.world.about}</p>
      </div>
      <fieldset>
        <legend>{words.world.resetWhat}</legend>
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
              {words.world.slices[slice]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="actions">
        <button type="button" className="button danger" onClick={() => setResetting(true)}>
          {isAll ? words.world.resetAll : words.world.resetSome}
        </button>
        <button
          type="button"
          className="button"
          onClick={() =>
            void store
              .act(() => store.calls.state.export())
              .then((blob) => blob && saveFile(blob, words.world.fileName))
          }
        >
          {words.world.export}
        </button>
        <button type="button" className="button" onClick={() => chooser.current?.click()}>
          {words.world.import}
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
          title={isAll ? words.world.resetAll : words.world.resetSome}
          action={words.world.reset}
          onClose={() => setResetting(false)}
          onConfirm={() =>
            void store.act(() => store.calls.reset(isAll ? [...slices] : [...chosen]), words.world.wasReset)
          }
        >
          <p>
            {isAll
              ? words.world.resetAllMeans
              : words.world.resetMeans(chosen.map((slice) => words.world.slices[slice]))}
          </p>
        </Confirm>
      ) : null}
      {brought === null ? null : (
        <Confirm
          title={words.world.importOne(visible(brought.name))}
          action={words.world.take}
          onClose={() => setBrought(null)}
          onConfirm={() => void store.act(() => store.calls.state.import(brought.world), words.world.imported)}
        >
          <p>{words.world.importMeans}</p>
        </Confirm>
      )}
    </section>
  );
}
