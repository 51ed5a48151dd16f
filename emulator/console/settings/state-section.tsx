// Resets, exports and imports the state.
import { useRef, useState } from 'react';
import { Button } from '../elements/button.tsx';
import type { Slice } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { Confirm } from '../elements/dialog.tsx';
import { messages } from '../messages/messages.ts';
import { useStore } from '../store/use-store.ts';

const text = messages.world;
const slices = Object.keys(text.slices) as Slice[];

export function StateSection() {
  const store = useStore();
  const [chosen, setChosen] = useState<readonly Slice[]>([]);
  const [isResetting, setResetting] = useState(false);
  const [chosenFile, setChosenFile] = useState<{ name: string; state: Record<string, unknown> } | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const isAll = chosen.length === 0 || chosen.length === slices.length;
  const reset = isAll ? text.resetAll : text.resetSome;

  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      setChosenFile({ name: file.name, state: JSON.parse(await file.text()) });
    } catch {
      store.notify('refused', text.notJson(visible(file.name)));
    }
  };

  return (
    <section className="card state" aria-labelledby="state">
      <h3 id="state">{text.title}</h3>
      <p className="dim small">{text.about}</p>
      <fieldset>
        <legend>{text.resetWhat}</legend>
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
              {text.slices[slice]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="actions">
        <Button look="danger" onClick={() => setResetting(true)}>
          {reset}
        </Button>
        <Button onClick={() => store.save('state.export', text.fileName)}>{text.export}</Button>
        <Button onClick={() => chooser.current?.click()}>{text.import}</Button>
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
          title={reset}
          text={isAll ? text.resetAllMeans : text.resetMeans(chosen.map((slice) => text.slices[slice]))}
          action={text.reset}
          onClose={() => setResetting(false)}
          onConfirm={() => void store.act('reset', { slices: isAll ? slices : [...chosen] }, text.wasReset)}
        />
      ) : null}
      {chosenFile === null ? null : (
        <Confirm
          title={text.importOne(visible(chosenFile.name))}
          text={text.importMeans}
          action={text.take}
          onClose={() => setChosenFile(null)}
          onConfirm={() => void store.act('state.import', chosenFile.state, text.imported)}
        />
      )}
    </section>
  );
}
