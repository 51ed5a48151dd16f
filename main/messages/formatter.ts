// Formats messages, with the pilot's conventions for dates and numbers.
import { type Formats, IntlMessageFormat } from 'intl-messageformat';
import type { Language } from './languages.ts';
import type { Message } from './message.ts';
import type { Part } from './message-params.ts';
import { createTimeFormat, type TimeChoice, type TimeFormat } from './time-format.ts';

/**
 * What the catalogue's files hold: English with its description, a translation as plain text. The window's build replaces
 * each text by its parsed form.
 */
export type Catalogue = Readonly<Record<string, Pattern | { readonly defaultMessage: Pattern }>>;
type Pattern = ConstructorParameters<typeof IntlMessageFormat>[0];

type Formatter = {
  /** Returns the text of a message. One from a newer version is shown as its id. */
  readonly text: (message: Message) => string;
  /** How dates, numbers and lists are written, such as `en-DE`. */
  readonly locale: string;
  /** How times are written. */
  readonly timeFormat: TimeFormat;
};

/** `{at, time, dateTime}`, `{at, time, minute}` and `{at, time, second}` are written by time-format.ts. */
type TimeStyle = Intl.DateTimeFormatOptions & { readonly as: 'dateTime' | 'minute' | 'second' };
const timeStyles: Readonly<Record<string, TimeStyle>> = {
  dateTime: { as: 'dateTime' },
  minute: { as: 'minute' },
  second: { as: 'second' },
};
/** `{names, number, list}` is written as `a, b and c`, `orList` as `a, b or c`, and `facts` as `a, b, c`. */
type ListStyle = Intl.NumberFormatOptions & { readonly as: Intl.ListFormatType };
const listStyles: Readonly<Record<string, ListStyle>> = {
  list: { as: 'conjunction' },
  orList: { as: 'disjunction' },
  facts: { as: 'unit' },
};
/** `scale` is FormatJS's own: what the number is multiplied by. */
const megabytes: NonNullable<Formats['number']>[string] & { scale: number } = {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 1,
  scale: 1 / (1024 * 1024),
};

// FormatJS requests the data of the language, to find a locale that has some. Ours all have.
IntlMessageFormat.resolveLocale = (locales) => new Intl.Locale([locales].flat()[0]!);

const formats: Partial<Formats> = {
  time: timeStyles,
  number: { megabytes, plain: { useGrouping: false }, ...listStyles },
};

/**
 * @param catalogue the messages that this edge shows, in `language`
 * @param locale of the pilot's system, such as `de-AT`: its region decides how dates and numbers are written
 * @param times the zone of times, UTC unless chosen otherwise
 * @param now milliseconds since 1970; a time of today is shown without its date
 */
export function createFormatter(options: {
  catalogue: Catalogue;
  language?: Language;
  locale?: string | undefined;
  times?: TimeChoice;
  now?: () => number;
}): Formatter {
  const { catalogue, language = 'en', times = 'utc', now = Date.now } = options;
  const locale = localeOf(language, options.locale);
  const timeFormat = createTimeFormat(locale, times);
  const parsed = new Map<string, IntlMessageFormat>();
  // The window formats hundreds of messages a second, and these are slow to create.
  const formatters = {
    getNumberFormat: kept((locales?: string | string[], style?: Intl.NumberFormatOptions) => {
      if (isListStyle(style)) return lists(locales, style.as);
      return style === undefined ? plainNumbers(locales) : new Intl.NumberFormat(locales, style);
    }),
    getPluralRules: kept(
      (locales?: string | string[], style?: Intl.PluralRulesOptions) => new Intl.PluralRules(locales, style),
    ),
    getDateTimeFormat: kept((locales?: string | string[], style?: Intl.DateTimeFormatOptions) =>
      isTimeStyle(style)
        ? written((at) => (style.as === 'dateTime' ? timeFormat.dateTime(at, now()) : timeFormat[style.as](at)))
        : new Intl.DateTimeFormat(locales, style),
    ),
  };

  function formatOf(id: string): IntlMessageFormat | null {
    const known = parsed.get(id);
    if (known !== undefined) return known;
    if (!Object.hasOwn(catalogue, id)) return null;
    const made = new IntlMessageFormat(patternOf(catalogue[id]!), locale, formats, {
      ignoreTag: true,
      formatters,
    });
    parsed.set(id, made);
    return made;
  }

  const partText = (part: Part): string | number => (typeof part === 'object' ? text(part as Message) : part);
  function text({ id, params }: Message): string {
    const values: Record<string, Value> = {};
    for (const [name, value] of Object.entries<Param>(params)) {
      if (value === null || typeof value === 'boolean') values[name] = optionOf(value);
      else values[name] = isList(value) ? value.map(partText) : partText(value);
    }
    const plain = Object.hasOwn(catalogue, id) ? filledIn(patternOf(catalogue[id]!), values) : null;
    return plain ?? String(formatOf(id)?.format(values) ?? id);
  }

  return { locale, timeFormat, text };
}

type Param = Part | readonly Part[] | boolean | null;

/** The option of a `select`. ICU takes `other` where a message has no such option. */
const optionOf = (value: boolean | null) => (value === null ? 'other' : value ? 'yes' : 'no');

/** What is written for a part: the text of a message, or the value itself. */
type Value = string | number | readonly (string | number)[];

const isList = (value: Part | readonly Part[]): value is readonly Part[] => Array.isArray(value);

const patternOf = (entry: Catalogue[string]): Pattern =>
  typeof entry === 'object' && 'defaultMessage' in entry ? entry.defaultMessage : entry;

/** Only names to fill in. An apostrophe before a brace, or doubled, has a special meaning in ICU messages. */
const plainPattern = /^(?:[^{}']|'(?!['{}])|\{\w+\})*$/;

/**
 * The text of a pattern that has nothing but names to fill in; null for any other. A command that shows no number and no
 * date then never loads the data of a language: 8 MB and 50 ms of processor time.
 */
function filledIn(pattern: Pattern, params: Readonly<Record<string, Value>>): string | null {
  if (typeof pattern !== 'string' || !plainPattern.test(pattern)) return null;
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** Makes each value once for the same arguments. */
function kept<Args extends readonly unknown[], Value>(make: (...args: Args) => Value): (...args: Args) => Value {
  const values = new Map<string, Value>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = values.get(key) ?? make(...args);
    values.set(key, known);
    return known;
  };
}

/** Small counts have the same digits in each of our languages, and need none of their data. */
function plainNumbers(locales: string | string[] | undefined): Intl.NumberFormat {
  let full: Intl.NumberFormat | null = null;
  const isSmall = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1000;
  return {
    format: (value: number) =>
      isSmall(value) ? String(value) : (full ??= new Intl.NumberFormat(locales)).format(value),
  } as Intl.NumberFormat;
}

/** Writes lists. Facts have no “and” before the last one, and may be in facts themselves. */
function lists(locales: string | string[] | undefined, type: Intl.ListFormatType): Intl.NumberFormat {
  let made: Intl.ListFormat | null = null;
  const list = () => (made ??= new Intl.ListFormat(locales, { type }));
  let separator: string | null = null;
  return {
    format: (value: unknown) => {
      if (!Array.isArray(value) || value.length < 2) return String(value);
      return type === 'unit'
        ? value.join((separator ??= list().formatToParts(['1', '2', '3'])[1]!.value))
        : list().format(value.map(String));
    },
  } as Intl.NumberFormat;
}

/**
 * The language as it is written in the pilot's region: `de-AT`, and `en-DE` for English on a German system. Any other
 * language on a system of another one is written as at home.
 */
function localeOf(language: Language, system: string | undefined): string {
  const { language: base, region: usual } = new Intl.Locale(language);
  const { language: spoken, region } = partsOf(system);
  if (region !== undefined && (language === 'en' || spoken === base)) return `${base}-${region}`;
  if (language !== 'en') return usual === undefined ? base : language;
  // English without a region is that of the United States, whose dates most pilots misread.
  return spoken === undefined || spoken === 'en' ? 'en-GB' : 'en-150';
}

function partsOf(locale: string | undefined): { readonly language?: string; readonly region?: string | undefined } {
  try {
    return locale === undefined ? {} : new Intl.Locale(locale);
  } catch {
    return {};
  }
}

const isListStyle = (style: Intl.NumberFormatOptions | undefined): style is ListStyle =>
  style !== undefined && 'as' in style;
const isTimeStyle = (style: Intl.DateTimeFormatOptions | undefined): style is TimeStyle =>
  style !== undefined && 'as' in style;

/** What FormatJS requires of a format. */
const written = (format: (at: number) => string) =>
  ({ format: (at?: number | Date) => format(Number(at)) }) as Intl.DateTimeFormat;
