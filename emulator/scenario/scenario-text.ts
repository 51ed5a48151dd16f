// A scenario file's text as a value, and where in the text a part of the value stands: YAML for `.yaml` and `.yml`,
// JSON for `.json`. The YAML parser is loaded with the first YAML file, and only then.

export interface ReadText {
  value: unknown;
  /** The line of a part, or of what it would stand in; null where the text does not tell. */
  lineOf(path: readonly PropertyKey[]): number | null;
}

/** What a mistake in the text itself is, and where. */
export class TextMistake extends Error {}

/** Throws a `TextMistake` with the line for what is neither YAML nor JSON. */
export async function readScenarioText(text: string, format: 'yaml' | 'json'): Promise<ReadText> {
  return format === 'json' ? { value: parseJson(text), lineOf: () => null } : readYaml(text);
}

async function readYaml(text: string): Promise<ReadText> {
  const { LineCounter, isNode, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const [mistake] = document.errors;
  if (mistake !== undefined) throw new TextMistake(`line ${lineAt(mistake.pos[0])}: ${lowerFirst(mistake.message)}`);
  return {
    value: valueOf(document),
    lineOf(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const node: unknown = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lineAt(node.range[0]);
      }
      return null;
    },
  };
}

/** An alias without its anchor, or far too many of them, shows only here. */
function valueOf(document: { toJS(): unknown }): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new TextMistake(lowerFirst(cause instanceof Error ? cause.message : String(cause)));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const [, position] = /at position (\d+)/.exec(cause instanceof Error ? cause.message : '') ?? [];
    // Without a position it is the end that came too early.
    const before = text.slice(0, position === undefined ? undefined : Number(position));
    throw new TextMistake(`line ${before.split('\n').length}: it is not JSON there`);
  }
}

const lowerFirst = (message: string) => message.slice(0, 1).toLowerCase() + message.slice(1).replace(/\.$/, '');
