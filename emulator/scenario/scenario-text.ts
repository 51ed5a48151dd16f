// Parses the text of a scenario file, YAML or JSON, and locates its parts for error messages. The YAML parser is loaded
// with the first YAML file.

export type ReadText = {
  value: unknown;
  /** The line of a part, or of its parent if it is missing; null if unknown. */
  lineOf(path: readonly PropertyKey[]): number | null;
};

/** A syntax error, with its line. */
export class ScenarioSyntaxError extends Error {}

/** Throws a `ScenarioSyntaxError`. */
export async function readScenarioText(text: string, format: 'yaml' | 'json'): Promise<ReadText> {
  return format === 'json' ? { value: parseJson(text), lineOf: () => null } : readYaml(text);
}

async function readYaml(text: string): Promise<ReadText> {
  const { LineCounter, isNode, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const [mistake] = document.errors;
  if (mistake !== undefined)
    throw new ScenarioSyntaxError(`line ${lineAt(mistake.pos[0])}: ${lowerFirst(mistake.message)}`);
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

/** An unresolved alias, or too many of them, fails only here. */
function valueOf(document: { toJS(): unknown }): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new ScenarioSyntaxError(lowerFirst(cause instanceof Error ? cause.message : String(cause)));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const [, position] = /at position (\d+)/.exec(cause instanceof Error ? cause.message : '') ?? [];
    // An error without a position is an unexpected end.
    const before = text.slice(0, position === undefined ? undefined : Number(position));
    throw new ScenarioSyntaxError(`line ${before.split('\n').length}: invalid JSON`);
  }
}

const lowerFirst = (message: string) => message.slice(0, 1).toLowerCase() + message.slice(1).replace(/\.$/, '');
