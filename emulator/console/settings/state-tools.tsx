// Resets, exports and imports the state.
import { useRef, useState } from 'react';
import type { Slice } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { Button } from '../elements/button.tsx';
import { Confirm } from '../elements/dialog.tsx';
import { messages } from '../messages/messages.ts';
import { useStore } from '../store/use-store.ts';

const text = messages.world;

export function StateTools() {
  const store = useStore();
  const [isResetting, setResetting] = useState(false);
  const [chosenFile, setChosenFile] = useState<{ name: string; state: Record<string, unknown> } | null>(null);
  const chooser = useRef<HTMLInputElement>(null);

  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      setChosenFile({ name: file.name, state: JSON.parse(await file.text()) });
    } catch {
      store.notify('refused', text.notJson(visible(file.name)));
    }
  };

  return (
    <>
      <Button look="danger" onClick={() => setResetting(true)}>
        {text.resetWhat}
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
      {isResetting ? <Reset onClose={() => setResetting(false)} /> : null}
      {chosenFile === null ? null : (
        <Confirm
          title={text.importOne(visible(chosenFile.name))}
          text={text.importMeans}
          action={text.take}
          onClose={() => setChosenFile(null)}
          onConfirm={() => void store.act('state.import', chosenFile.state, text.imported)}
        />
      )}
    </>
  );
}

const slices = Object.keys(text.slices) as Slice[];

function Reset({ onClose }: { readonly onClose: () => void }) {
  const store = useStore();
  const [chosen, setChosen] = useState<readonly Slice[]>([]);
  const isAll = chosen.length === 0 || chosen.length === slices.length;
  return (
    <Confirm
      title={text.resetTitle}
      text={isAll ? text.resetAllMeans : text.resetMeans(chosen.map((slice) => text.slices[slice]))}
      action={text.reset}
      onClose={onClose}
      onConfirm={() => void store.act('reset', { slices: isAll ? slices : [...chosen] }, text.wasReset)}
    >
      <fieldset className="slices" aria-label={text.resetParts}>
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
      </fieldset>
    </Confirm>
  );
}
