// What is taught from a picture whose route and type the pilot entered, and how a picture of the same look is read (0046).
// Pure: the words of the whole picture and the line at a place are read elsewhere.
import * as z from 'zod/mini';
import {
  type Layout,
  type LayoutFigure,
  layoutFigures,
  layoutTimes,
  type Mark,
  mostLayouts,
  mostMarks,
  type Placed,
} from '../../contract/layout.ts';
import type { OwnEntry } from '../../contract/own-entry.ts';
import type { LooksLike, Place } from '../../contract/strip.ts';
import type { Box } from '../uploads/image/gray-image.ts';
import {
  beside,
  codesOn,
  isLabel,
  likelyRoute,
  otherWord,
  partsOf,
  plain,
  type Seen,
} from '../uploads/image/likely-route.ts';
import type { Word } from '../uploads/image/words-on-image.ts';
import { searchText } from '../../messages/search-text.ts';
import { aircraftName } from './aircraft-types.ts';
import type { Airports } from './airports.ts';

/** What was read of a whole picture: its size in pixels, and its words. */
export const pageSchema = z.object({
  width: z.number(),
  height: z.number(),
  words: z.array(
    z.object({
      text: z.string(),
      confidence: z.number(),
      box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    }),
  ),
});
export type Page = z.infer<typeof pageSchema>;

/** Words that are read less surely may be read otherwise next time. */
const leastConfidence = 70;
/** A picture has a layout if at least so many of its words, and this share of them, stand at their places. */
const [leastMarks, leastShare] = [5, 0.8];
/** How far from its place, as a share of the picture's width. */
const farthest = 0.01;
/** Letters of less than this share of others are smaller at first sight. */
const muchLarger = 0.75;
const aspectTolerance = 0.01;
const leastAgreed = 3;
/** A label may be another one with a few letters changed, such as air time and night time in Dutch. */
const strictly = 8;

const alone = (value: string) => new RegExp(`(?<![A-Za-z0-9.,:])${value}(?![A-Za-z0-9.,:])`, 'g');

/**
 * Null: the page is of a diversion, looks like another route, an airport of the entry stands nowhere, at several places that
 * no label tells apart or beside a word such as alternate, or there are too few words.
 */
export function layoutOf(page: Page, entry: OwnEntry, airports: Airports): Layout | null {
  const { words } = page;
  if (entry.icaoOut === entry.icaoIn || words.some(({ text }) => otherWord(text) === 'diverted')) return null;
  const seen = likelyRoute(words, airports);
  if (seen && (seen.from !== entry.icaoOut || seen.to !== entry.icaoIn)) return null;
  const found = new Map<Placed, Box>();
  for (const figure of layoutFigures) {
    const value = { from: entry.icaoOut, to: entry.icaoIn, aircraft: entry.aircraft }[figure];
    const all = words
      .flatMap((word) => partsOf(word, alone('[A-Za-z0-9]{2,5}')))
      .filter(({ code }) => value !== null && codeIn(figure, code, airports) === value);
    const [first, ...more] = all.length > 1 ? meantOf(words, figure, all) : all;
    if (first !== undefined && more.length === 0) found.set(figure, first.box);
    // Many reports print the name of a type in place of its code.
    else if (figure !== 'aircraft') return null;
  }
  const [from, to] = [found.get('from')!, found.get('to')!];
  found.set('from', atHeightOf(from, to)).set('to', atHeightOf(to, from));
  const runs = runsOf(words);
  for (const figure of layoutTimes) {
    const [first, ...more] = runs.filter(({ text }) => entry[figure] !== null && durationIn(text) === entry[figure]);
    if (first !== undefined && more.length === 0) found.set(figure, first.box);
  }
  const boxes = [...found.values()];
  const names = new Set(
    [entry.icaoOut!, entry.icaoIn!].flatMap((code) => {
      const { city, name } = airports.find(code)!;
      return searchText(`${code} ${city} ${name}`).split(/[^a-z]+/);
    }),
  );
  const others = words
    .filter(({ text, confidence, box }) => {
      const isCode = /^[A-Z]{4}$/.test(text) && airports.find(text) !== null;
      const isWord = /^[a-z]{4,40}$/.test(plain(text)) && !names.has(plain(text)) && !isCode;
      return isWord && confidence >= leastConfidence && !boxes.some((one) => gapOf(one, box) === 0);
    })
    .map(({ text, box }) => ({ text: plain(text), box }));
  const markOf = ({ text, box }: { text: string; box: Box }): Mark => ({ text, ...placeOf(box, page) });
  const labels: Layout['labels'] = [];
  for (const [figure, said] of saidOf(words, found, names)) {
    const isOther = said.some(({ text }) => otherWord(text));
    if (isOther && isEnd(figure)) return null;
    // A type is known as one, and a time without a label may be any.
    if (isOther || (said.length === 0 && isTime(figure))) found.delete(figure);
    else labels.push(...said.map(({ text, box }) => ({ ...markOf({ text: plain(text), box }), of: figure })));
  }
  const far = ({ text, box }: { text: string; box: Box }) =>
    otherWord(text) ? 0 : Math.min(...boxes.map((one) => gapOf(one, box)));
  const marks = others
    .toSorted((a, b) => far(a) - far(b))
    .slice(0, mostMarks)
    .map(markOf);
  if (marks.length < leastMarks) return null;
  const places = Object.fromEntries([...found].map(([figure, box]) => [figure, placeOf(box, page)]));
  return {
    aspect: page.width / page.height,
    places: places as Layout['places'],
    labels,
    marks,
    others: othersOn(page, [entry.icaoOut!, entry.icaoIn!], airports),
  };
}

const isEnd = (figure: Placed) => figure === 'from' || figure === 'to';
const isTime = (figure: Placed) => figure === 'minutes' || figure === 'block';
const labelOf = { from: 'from', to: 'to', aircraft: 'aircraft', minutes: 'time', block: 'time' } as const;

/** The words that say what each figure is: its label, or what stands for it. A word such as alternate comes first. */
function saidOf(words: readonly Word[], found: ReadonlyMap<Placed, Box>, names: ReadonlySet<string>) {
  const boxes = [...found.values()];
  const free = words.filter(({ box }) => boxes.every((one) => gapOf(one, box) > 0));
  const isNumber = ({ text }: Word) => /\d/.test(text);
  // What stands together with a number is a value.
  const letters = free.filter(
    (word) => isSure(word) && !names.has(plain(word.text)) && !phraseOf(free, word).some(isNumber),
  );
  return [...found].map(([figure, place]): [Placed, readonly Word[]] => {
    const near = letters.toSorted((a, b) => gapOf(a.box, place) - gapOf(b.box, place));
    const inRow = near.find(({ box }) => box.y < place.y + place.height && place.y < box.y + box.height);
    const other = [near[0], inRow].filter((one) => one !== undefined).filter(({ text }) => otherWord(text));
    // What stands behind a value is the label of the next one.
    const isBehind = ({ box }: Word) => box.x >= place.x + place.width;
    const beside = near
      .filter(({ box }) => isLabelling(box, place))
      .toSorted((a, b) => Number(isBehind(a)) - Number(isBehind(b)));
    const known = (isEnd(figure) ? near : beside).find(({ text }) => isLabel(text, labelOf[figure]));
    return [figure, [...other, ...(isEnd(figure) && known ? [known] : phraseOf(letters, known ?? beside[0]))]];
  });
}

/** A word that is read surely. */
const isSure = ({ text, confidence }: Word) => /^\W*\p{L}{2,}\W*$/u.test(text) && confidence >= leastConfidence;

const textOf = (words: readonly Word[]) =>
  words
    .toSorted((a, b) => a.box.x - b.box.x)
    .map(({ text }) => text)
    .join(' ');

/** In the line of a value, or above or below it. */
const isLabelling = (label: Box, value: Box) =>
  isInLine(label, value) ||
  (label.x < value.x + value.width && value.x < label.x + label.width && gapOf(label, value) < 2.5 * value.height);

/** A word and those beside it in its line, such as `Block time`. */
function phraseOf(words: readonly Word[], first: Word | undefined): readonly Word[] {
  const phrase = first ? [first] : [];
  for (const { box } of phrase) {
    const isNext = (one: Word) => !phrase.includes(one) && isBeside(one.box, box);
    phrase.push(...words.filter(isNext));
  }
  return phrase;
}

const isBeside = (a: Box, b: Box) => isInLine(a, b) && gapOf(a, b) < 1.5 * b.height;
const isInLine = (a: Box, b: Box) => Math.abs(middleOf(a).y - middleOf(b).y) < Math.min(a.height, b.height) / 2;

/** A duration such as 2:45, 02:45, 2 h 45 or 2h45m. Behind an h, the engine reads a letter too many, and a zero as one. */
const duration = /(?<![\d:.]|[-–−] ?|\dd ?)(\d{1,2}) ?(?:h[aoé]?|:) ?([0-5o]\d)(?![\d:])/gi;

/** In minutes; null if there is none, or several. */
export function durationIn(text: string): number | null {
  const [first, ...more] = text.matchAll(duration);
  return first === undefined || more.length > 0 ? null : Number(first[1]) * 60 + Number(first[2]!.replace(/o/i, '0'));
}

/** The engine cuts a duration into up to three words of a line. */
const runsOf = (words: readonly Word[]) =>
  words.flatMap(({ box }, at) =>
    [1, 2, 3].flatMap((count) => {
      const run = words.slice(at, at + count);
      const last = run.at(-1)!.box;
      const width = last.x + last.width - box.x;
      const letters = run.map(({ text }) => text).join(' ');
      if (run.length < count || !isInLine(last, box) || width < 0 || width > letters.length * box.height) return [];
      return /^\d.*\d(?:m|min)?$/.test(letters) ? [{ text: letters, box: { ...box, width } }] : [];
    }),
  );

/** How many airports stand on a page beside its two. */
function othersOn({ words }: Page, ends: readonly string[], airports: Pick<Airports, 'find'>): number {
  const codes = codesOn(words, airports).map(({ code }) => code);
  return new Set(codes.filter((code) => !ends.includes(code))).size;
}

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
const between = (a: { x: number; y: number }, b: { x: number; y: number }) => [a.x - b.x, a.y - b.y] as const;
/** Zero where they overlap. What is neither in the row nor in the column is farther. */
function gapOf(a: Box, b: Box): number {
  const right = Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width);
  const down = Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height);
  return (right + down) * (right > 0 && down > 0 ? 2 : 1);
}
export const placeOf = ({ x, y, width, height }: Box, page: Page): Place => ({
  x: x / page.width,
  y: y / page.height,
  width: width / page.width,
  height: height / page.height,
});

/** The engine sometimes takes in what stands above or below: of two codes in a row, the lower box tells both heights. */
const atHeightOf = (box: Box, other: Box): Box =>
  box.y <= other.y && box.y + box.height >= other.y + other.height ? { ...box, y: other.y, height: other.height } : box;

/** Those that are nearest to a label; without one, those in much larger letters than the others. */
function meantOf(words: readonly Word[], figure: LayoutFigure, all: readonly Seen[]): Seen[] {
  const labelled = new Set(beside(words, figure, all).map(({ code }) => code));
  if (labelled.size > 0) return [...labelled];
  const tallest = Math.max(...all.map(({ box }) => box.height));
  return all.filter(({ box }) => box.height > muchLarger * tallest);
}

const boxOf = ({ x, y, width, height }: Place, page: Page): Box => ({
  x: x * page.width,
  y: y * page.height,
  width: width * page.width,
  height: height * page.height,
});

/** The layout that most marks of the picture tell; null if none. `line`: the text that is read at a place. */
export function layoutFor(page: Page, layouts: readonly Layout[], line: (box: Box) => string): Layout | null {
  const [best] = layouts
    .map((layout) => ({ layout, standing: standingOf(layout, page, line) }))
    .filter(({ layout, standing }) => standing >= Math.max(leastMarks, leastShare * layout.marks.length))
    .toSorted((a, b) => b.standing - a.standing);
  return best?.layout ?? null;
}

/** How many marks stand at their places; less where they are too few anyway, none where a label doesn't. */
function standingOf({ aspect, labels, marks }: Layout, page: Page, line: (box: Box) => string): number {
  const stands = (mark: Mark) => isStanding(mark, page, line, 4);
  const areSaid = labels.every((label) => !isEnd(label.of) || isStanding(label, page, line, strictly));
  if (Math.abs(page.width / page.height / aspect - 1) > aspectTolerance || !areSaid) return 0;
  const mayMiss = marks.length - Math.max(leastMarks, leastShare * marks.length);
  let standing = 0;
  for (const [place, mark] of marks.entries()) {
    if (place - standing > mayMiss) return standing;
    if (stands(mark)) standing += 1;
  }
  return standing;
}

/** @param letters so many of a word may have one that is read wrongly */
function isStanding(mark: Mark, page: Page, line: (box: Box) => string, letters: number): boolean {
  const box = boxOf(mark, page);
  const read = () => line(box).split(' ');
  return (
    page.words.some((word) => isAt(box, mark.text, page, word)) ||
    read().some((text) => isLike(plain(text), mark.text, letters))
  );
}

/** Not in the next row. */
const isAt = (place: Box, wanted: string, { width }: Page, { text, box }: Pick<Word, 'text' | 'box'>) => {
  const [right, down] = between(middleOf(box), middleOf(place));
  const isNear = Math.abs(right) <= farthest * width && Math.abs(down) <= Math.min(farthest * width, place.height / 2);
  return isNear && plain(text) === wanted;
};

/** Letters that the engine takes for each other in words are one. */
const folded = (text: string) => text.replaceAll(/[jl1|]/g, 'i');

/** Whether one letter in so many, at most, was read wrongly, is missing or too many. */
function isLike(read: string, mark: string, letters: number): boolean {
  const [text, wanted] = [folded(read), folded(mark)];
  let before = Array.from({ length: wanted.length + 1 }, (_, place) => place);
  for (const [place, letter] of text.split('').entries()) {
    const now = [place + 1];
    for (let at = 0; at < wanted.length; at += 1)
      now.push(Math.min(before[at]! + Number(letter !== wanted[at]), before[at + 1]! + 1, now[at]! + 1));
    before = now;
  }
  return before.at(-1)! <= wanted.length / letters;
}

/** The layouts of a service with one more; it takes the place of those that the picture has already. */
export const withLayout = (layouts: readonly Layout[], layout: Layout, page: Page): Layout[] =>
  [layout, ...layouts.filter((one) => layoutFor(page, [one], () => '') === null)].slice(0, mostLayouts);

/** Reads a picture that has this layout. `lines`: what was read at a place, each time in another size; `line`: once. */
export function readBy(
  { places, marks, labels, others }: Layout,
  page: Page,
  lines: (box: Box) => string[],
  airports: Pick<Airports, 'find'>,
  line: (box: Box) => string = (box) => lines(box)[0] ?? '',
): LooksLike | null {
  const isMark = (word: Word) => marks.some((mark) => isAt(boxOf(mark, page), mark.text, page, word));
  if (page.words.some((word) => otherWord(word.text) && !isMark(word))) return null;
  const stands: Place[] = [];
  function read<Value>(figure: Placed, valueIn: (text: string) => Value | null): Value | null {
    const place = places[figure];
    if (!place) return null;
    const box = boxOf(place, page);
    const said = labels.filter(({ of }) => of === figure);
    if (!said.every((mark) => isStanding(mark, page, line, strictly))) return null;
    if (!isEnd(figure) && saysMore(said, place, page)) return null;
    const there = page.words.filter((word) => gapOf(word.box, box) === 0);
    const value = agreedOf([textOf(there), ...lines(box)].map(valueIn));
    const beside = new Set(there.flatMap((word) => phraseOf(page.words, word)));
    if (value === null || hasOther(figure, textOf([...beside]), value)) return null;
    stands.push(place);
    return value;
  }
  const [from, to, aircraft] = layoutFigures.map((figure) => read(figure, (text) => codeIn(figure, text, airports)));
  const [minutes, block] = layoutTimes.map((figure) => read(figure, durationIn));
  if (!from || !to || from === to || othersOn(page, [from, to], airports) > others) return null;
  const more = { ...(aircraft && { aircraft }), ...(minutes && { minutes }), ...(block && { block }) };
  return { from, to, ...more, places: stands, by: 'layout' };
}

/** Whether more words stand with a label than when it was taught, such as `left` behind `Flight time`. */
function saysMore(labels: readonly Mark[], value: Place, page: Page): boolean {
  const known = ({ box }: Word) => [...labels, value].some((one) => gapOf(boxOf(one, page), box) === 0);
  const words = page.words.filter(isSure);
  return words.filter(known).some((word) => !phraseOf(words, word).every(known));
}

/** Whether a type or a time has another one beside it, or more to it, such as a day: which is meant is not known. */
function hasOther(figure: Placed, line: string, value: unknown): boolean {
  if (isEnd(figure)) return false;
  if (isTime(figure)) return durationIn(line) !== value || /\d ?(?:z|utc|gmt|lt)\b/i.test(line);
  return (line.match(alone('[A-Z0-9]{2,5}')) ?? []).filter((code) => aircraftName(code) !== null).length > 1;
}

/** What some of the readings have, and all others that have a value but one at most. */
function agreedOf<Value>(values: readonly (Value | null)[]): Value | null {
  const countOf = (value: Value) => values.filter((one) => one === value).length;
  const read = values.filter((value) => value !== null);
  return read.find((value) => countOf(value) >= Math.max(leastAgreed, read.length - 1)) ?? null;
}

/** What the engine takes for each other. It also reads one letter as two, and large letters as small ones of that shape. */
const alike = ['IJ1', 'L1', 'OQD0', 'B8', 'S5', 'Z2', 'G6', 'T7'];
const alikeOf = (letter: string) => alike.filter((one) => one.includes(letter)).join('') || letter;
const spellingsOf = (code: string): string[] =>
  code.split('').reduce(
    (all, letter) =>
      all.flatMap((one) =>
        alikeOf(letter)
          .split('')
          .map((next) => one + next),
      ),
    [''],
  );
const singled = (code: string): string[] =>
  code.length < 5
    ? [code]
    : [0, 1, 2, 3].flatMap((at) =>
        alikeOf(code[at]!).includes(code[at + 1]!)
          ? [at, at + 1].map((one) => code.slice(0, one) + code.slice(one + 1))
          : [],
      );

/** The only airport or type in a text, also one whose letters were read as others; null if none, or several, can be meant. */
export function codeIn(figure: LayoutFigure, text: string, airports: Pick<Airports, 'find'>): string | null {
  const isKnown = (code: string) =>
    figure === 'aircraft' ? aircraftName(code) !== null : airports.find(code) !== null;
  const codes = [...text.matchAll(alone(figure === 'aircraft' ? '[A-Za-z0-9]{2,5}' : '[A-Za-z0-9]{4,5}'))]
    // Lima is a city, and LIMA an airport elsewhere.
    .map(([word]) => word.replaceAll(/[ckopsuvwxz]/g, (letter) => letter.toUpperCase()))
    .filter((word) => !/[a-z]/.test(word))
    .flatMap(singled)
    .flatMap((code) => (isKnown(code) ? [code] : spellingsOf(code).filter(isKnown)));
  return new Set(codes).size === 1 ? codes[0]! : null;
}
