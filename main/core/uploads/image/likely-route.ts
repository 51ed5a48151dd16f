// Which route an image looks like, from the words on it (0045). By structure: one pair of airports in one direction, or
// codes beside labels, on a page with words of a report. Nothing is said rather than something wrong.
import type { HintReason } from '../../../contract/strip.ts';
import { searchText } from '../../../messages/search-text.ts';
import type { Box } from './gray-image.ts';
import type { Word } from './words-on-image.ts';

type Airport = { readonly name: string; readonly city: string };
type Airports = {
  find(code: string): Airport | null;
  distanceNm(from: string, to: string): number | null;
};

export type LikelyRoute = {
  readonly from: string;
  readonly to: string;
  readonly boxes: readonly [Box, Box];
  readonly by: Exclude<HintReason, 'layout'>;
};

/** Labels in the languages of the window, Turkish, Italian and Russian in Latin letters, as `searchText` has them. */
const labels = {
  from: `departure departing departed depart dep from origin orig adep abflug abflughafen startflughafen start von
    salida origen desde depart origine partida origem saida kalkis partenza da vylet otpravlenie otkuda`,
  to: `arrival arriving arrived arrive arr to destination dest ades ankunft zielflughafen ziel nach llegada destino hasta
    arrivee vers chegada para varis arrivo destinazione prilet pribytie naznachenie kuda`,
  time: `time duration block elapsed ete dauer flugzeit blockzeit tiempo duracion temps duree tempo duracao sure durata
    vremya dlitelnost`,
  distance: `distance dist nm strecke entfernung distanz distancia mesafe distanza rasstoyanie`,
  aircraft: `aircraft airframe type registration flugzeug muster avion aeronave aviao ucak aereo velivolo aeromobile
    samolet`,
  load: `passengers pax cargo payload passagiere fracht pasajeros carga passagers fret passageiros yolcu kargo passeggeri
    passazhiry gruz`,
  fuel: `fuel treibstoff kraftstoff combustible carburant combustivel yakit carburante toplivo`,
  landing: `landing fpm touchdown landung aterrizaje atterrissage pouso inis atterraggio posadka`,
  level: `altitude cruise level flughohe altitud croisiere altitude cruzeiro irtifa quota crociera vysota eshelon`,
  flight: `flight callsign pilot flug flugnummer vuelo piloto vol pilote voo ucus volo pilota reys rejs polet pozyvnoy`,
} as const;
type Label = keyof typeof labels;

/** Words of a flight that went elsewhere or was not flown, in the same languages. */
const otherWords = {
  diverted: `diverted diversion divert div returned rerouted umgeleitet ausgewichen desviado desviada desvio devie deroute
    deroutement divergido divergencia alternado deviato dirottato yonlendirildi
    yenlendirildi ausweichlandung uhod ukhod vozvrat`,
  unflown: `planned scheduled schedule upcoming booking booked dispatch boarding cancelled canceled aborted crashed
    expired accept bid longest statistics live progress geplande abgebrochen abgesturzt geplant geplante geplanter geplantes
    planmassig bevorstehend buchung gebucht gebuchter storniert planificado programado previsto reserva reservado
    despacho cancelado cancelada planifie prevu prevista programme reservation reserve annule planejado planeado
    agendado pianificato programmato prenotazione prenotato cancellato annullato annullata planlanan planlanmis
    rezervasyon iptal zaplanirovan zaplanirovannyy bronirovanie otmenen bookings reservations reservas prenotazioni
    rezervasyonlarim rezervasyonlar bronirovaniya bronirovaniye otmenyon otmenjon yaklasan briefing brifing predpoletnyj
    predpoletnyy unfinished resume jumpseat transfer event achievement favourite favorite challenge plani piano`,
  upcoming: `next available nachster nachste verfugbar verfugbare proximo siguiente disponible disponibles prochain
    disponivel disponiveis prossimo disponibile disponibili sonraki mevcut sleduyushchiy sleduyushij sleduyuschij dostupnye`,
  flights: `flights fluge vuelos vols voos voli ucuslar reysy`,
  alternate: `alternate ausweichflughafen ausweichplatz alternativo alterno degagement alternato yedek zapasnoy zapasnoj`,
  /** Reports have one too. */
  plan: `plan flugplan flightplan ofp offer angebot oferta offre offerta plano`,
  flown: `flown landed used parked geflogen angeflogen gelandet volado aterrizado vole atterri voado pousou volato atterrato
    inildi`,
} as const;
type OtherWord = keyof typeof otherWords;
/** Before the route of an earlier flight; elsewhere they say nothing. */
const earlier = new Set(
  `previous prev last vorheriger letzter anterior ultimo precedent dernier precedente onceki son predydushchiy
  posledniy`.split(/\s+/),
);

const mapOf = <Kind extends string>(lists: Readonly<Record<Kind, string>>) =>
  new Map(
    Object.entries<string>(lists).flatMap(([kind, list]) => list.split(/\s+/).map((word) => [word, kind as Kind])),
  );
const labelOf = mapOf<Label>(labels);
const otherWordOf = mapOf<OtherWord>(otherWords);
export const otherWord = (text: string): OtherWord | undefined => otherWordOf.get(plain(text));
export const isLabel = (text: string, label: Label) => labelOf.get(plain(text)) === label;

const figures: ReadonlySet<Label> = new Set(['time', 'distance', 'load', 'fuel', 'level']);

/** A page of a flight has words of at least this many kinds. */
const leastKinds = 2;
/** Codes on a page of one flight, each time they are read: more are a list, or a map. */
const mostCodes = 8;
/** Words between two codes that are a pair, such as names. */
const mostBetween = 8;
/** A code that is read as surely as this counts at its first sight. */
const sure = 90;
/** Codes of which less is known are not seen. */
const leastConfidence = 60;
/** The way that is printed, as a share of the great circle; any number could be a shorter one. */
const [leastWay, mostWay] = [0.97, 1.45] as const;
const leastNm = 20;

export type Seen = Word & { readonly code: string };
/** `isRow`: it could be the row of a list. */
type Pair = { readonly from: Seen; readonly to: Seen; readonly isRow: boolean };

export function likelyRoute(words: readonly Word[], airports: Airports): LikelyRoute | null {
  const codes = codesOn(words, airports);
  const kinds = new Set(words.map((word) => labelOf.get(plain(word.text))).filter((label) => label !== undefined));
  if (kinds.size < leastKinds || codes.length > mostCodes || isOfAnotherFlight(words) || hasStops(codes)) return null;

  const arrows = inOneDirection(words, codes);
  const told = [...arrows, ...besideLabels(words, codes)];
  const isPrinted = ({ from, to }: Pair) => hasDistance(words, airports.distanceNm(from.code, to.code));
  // Arrows are often drawn, and not read.
  const pairs = told.length > 0 || !areTwo(codes) ? told : neighbours(codes).filter(isPrinted);
  const [first] = pairs;
  if (first === undefined) return null;
  const [from, to] = [first.from.code, first.to.code];
  if (from === to || pairs.some((pair) => pair.from.code !== from || pair.to.code !== to)) return null;
  const by = arrows.length > 0 ? 'arrow' : told.length > 0 ? 'labels' : 'distance';
  const others = codes.filter(({ code }) => code !== from && code !== to);
  // An airport that no label explains may be where the flight ended.
  if (by === 'labels' && others.some((other) => !isSaid(words, other, saysAlternate))) return null;
  if (
    pairs.some((pair) => pair.isRow && isOfList(pair, codes)) ||
    others.some((other) => isSaid(words, other, saysLanding))
  )
    return null;

  const texts = new Set(words.map(({ text }) => plain(text)));
  const isSure = [from, to].every((wanted) => {
    const seen = codes.filter(({ code, confidence }) => code === wanted && confidence >= leastConfidence);
    const isNamed = seen.length > 0 && namesOf(airports.find(wanted)!).some((name) => texts.has(name));
    return isNamed || seen.length > 1 || seen.some(({ confidence }) => confidence >= sure);
  });
  if (!isSure && !isPrinted(first)) return null;
  return { from, to, boxes: [first.from.box, first.to.box], by };
}

/** Words that tell an airport from others. */
const namesOf = ({ city, name }: Airport) =>
  searchText(`${city} ${name}`)
    .split(/[^a-z]+/)
    .filter((word) => word.length >= 5 && !/^(air|aero|inter|field|region|munic|north|south|east|west)/.test(word));

export const plain = (text: string) => searchText(text).replace(/^[^a-z]+|[^a-z]+$/g, '');

/** What looks like a code in a word such as `(EKCH)`, `EKCH/22R` or `EKCH-EDDF`. */
const codesOf = (word: Word): Seen[] => partsOf(word, /(?<![A-Za-z0-9])[A-Z]{4}(?![A-Za-z0-9])/g);

/** A code that is longer, as a share of its height, is a drawn line that was read as letters. */
const longest = 10;

/** The airports among the words, each time one is there. */
export const codesOn = (words: readonly Word[], airports: Pick<Airports, 'find'>): Seen[] =>
  words.flatMap(codesOf).filter(({ code, box }) => airports.find(code) !== null && box.width < longest * box.height);

/** The parts of a word that a pattern finds, with their boxes. */
export const partsOf = ({ text, confidence, box }: Word, pattern: RegExp): Seen[] =>
  [...text.matchAll(pattern)].map(({ 0: code, index }) => ({
    text,
    confidence,
    code,
    box: { ...box, x: box.x + (box.width * index) / text.length, width: (box.width * code.length) / text.length },
  }));

const right = ({ x, width }: Box) => x + width;
const bottom = ({ y, height }: Box) => y + height;
const middle = ({ y, height }: Box) => y + height / 2;
const gapOf = (a: Box, b: Box) => Math.max(b.x - right(a), a.x - right(b));
const isInColumn = (box: Box, of: Seen) => Math.abs(box.x - of.box.x) < of.box.height;
const areInLine = (a: Box, b: Box) => Math.abs(middle(a) - middle(b)) < Math.max(a.height, b.height) / 2;

const areTwo = (codes: readonly Seen[]) => new Set(codes.map(({ code }) => code)).size === 2;

/** Whether a line has a route of more than one flight. */
const hasStops = (codes: readonly Seen[]): boolean =>
  codes.some(({ box }) => new Set(codes.filter((one) => areInLine(box, one.box)).map(({ code }) => code)).size > 2);

/** Each code and the next one in its line. */
const neighbours = (codes: readonly Seen[]): Pair[] =>
  codes.flatMap((from) => {
    const [to] = codes
      .filter((code) => code.box.x >= right(from.box) && areInLine(from.box, code.box))
      .toSorted((a, b) => a.box.x - b.box.x);
    return to === undefined ? [] : [{ from, to, isRow: true }];
  });

/** `EKCH → EDDF`, `EKCH - EDDF`, `Kastrup (EKCH) to Frankfurt (EDDF)`. */
const inOneDirection = (words: readonly Word[], codes: readonly Seen[]): Pair[] =>
  neighbours(codes).filter(({ from, to }) => {
    const between = words.filter(
      ({ box }) => areInLine(from.box, box) && box.x >= right(from.box) - 1 && right(box) <= to.box.x + 1,
    );
    const before = words
      .filter(({ box }) => areInLine(from.box, box) && right(box) <= from.box.x + 1)
      .toSorted((a, b) => b.box.x - a.box.x)
      .slice(0, 2);
    // A label between them, or another flight's word before them, says that they are no pair.
    const isOther = between.some(({ text }) => otherWord(text) || labelOf.has(plain(text)) !== isLabel(text, 'to'));
    if (between.length > mostBetween || isOther || before.some(({ text }) => saysOther(text))) return false;
    return (
      (from.text === to.text && /^\W*[A-Z]{4}\W+[A-Z]{4}\W*$/.test(from.text)) ||
      between.some(({ text }) => /^(to|[-–—=>»→▸➔]+)$/i.test(text))
    );
  });

const saysOther = (text: string) => otherWord(text) !== undefined || isLabel(text, 'to') || earlier.has(plain(text));

/** Whether the page is of a diversion, a plan, a booking or an offer. A planned figure is one of a report. */
function isOfAnotherFlight(words: readonly Word[]): boolean {
  if (words.filter(({ text }) => otherWord(text) === 'plan').length > 1) return true;
  return words.some((word) => {
    const kind = otherWord(word.text);
    if (kind === undefined) return false;
    const { box } = word;
    const beside = words
      .filter((other) => other !== word && areInLine(box, other.box) && gapOf(box, other.box) < 2 * box.height)
      .map(({ text }) => plain(text));
    const labels = beside.map((text) => labelOf.get(text));
    if (kind === 'diverted' || kind === 'unflown')
      return !labels.some((label) => label !== undefined && figures.has(label));
    if (kind === 'upcoming')
      return (
        labels.includes('flight') || beside.includes('up') || beside.some((text) => otherWordOf.get(text) === 'flights')
      );
    return kind === 'alternate' && beside.some((text) => otherWordOf.get(text) === 'flown');
  });
}

/** Whether other flights stand below or above a pair: other codes in its columns, or the same two once more in its line. */
function isOfList({ from, to }: Pair, codes: readonly Seen[]): boolean {
  const inColumn = (of: Seen) => codes.filter((one) => one !== from && one !== to && isInColumn(one.box, of));
  const [above, beside] = [inColumn(from), inColumn(to)];
  return (
    above.some(({ code }) => code !== from.code) ||
    beside.some(({ code }) => code !== to.code) ||
    above.some((one) => beside.some((other) => areInLine(one.box, other.box)))
  );
}

/** Whether a word stands in the line of an airport that says what it is. */
const isSaid = (words: readonly Word[], { box }: Seen, says: (text: string) => boolean): boolean =>
  words.some((word) => areInLine(box, word.box) && says(word.text));
const saysAlternate = (text: string) => otherWord(text) === 'alternate';
/** The flight ended there. */
const saysLanding = (text: string) => otherWord(text) === 'flown' || isLabel(text, 'landing');

function besideLabels(words: readonly Word[], codes: readonly Seen[]): Pair[] {
  const [out, into] = [beside(words, 'from', codes), beside(words, 'to', codes)];
  return out.flatMap((from) => into.map((to) => ({ from: from.code, to: to.code, isRow: from.isBelow || to.isBelow })));
}

/** For each label of this kind, the code that is nearest to it. */
export const beside = (words: readonly Word[], label: Label, codes: readonly Seen[]) =>
  words.filter(({ text }) => isLabel(text, label)).flatMap(({ box }) => nearest(box, codes, words) ?? []);

/** The code in the line behind a label, or below it. */
function nearest(
  label: Box,
  codes: readonly Seen[],
  words: readonly Word[],
): { readonly code: Seen; readonly isBelow: boolean } | null {
  // Where the code stands before its label, the one behind it belongs to the next.
  const isAlone = (code: Box) =>
    !words.some((word) => areInLine(label, word.box) && word.box.x >= right(label) && right(word.box) <= code.x);
  const ahead = codes.filter(({ box }) => areInLine(label, box) && right(box) <= label.x);
  const before = Math.min(...ahead.map(({ box }) => gapOf(label, box)));
  const [best] = codes
    .flatMap((code) => {
      const [gap, drop] = [code.box.x - right(label), code.box.y - bottom(label)];
      if (areInLine(label, code.box))
        return gap >= 0 && gap < before && (gap < 12 * label.height || isAlone(code.box))
          ? [{ code, far: gap, isBelow: false }]
          : [];
      const isBelow = code.box.x < right(label) && right(code.box) > label.x && drop >= 0 && drop < 3 * label.height;
      return isBelow ? [{ code, far: drop, isBelow }] : [];
    })
    // What stands in the line comes first, however near the next line is.
    .toSorted((a, b) => Number(a.isBelow) - Number(b.isBelow) || a.far - b.far);
  return best ?? null;
}

const miles: Readonly<Record<string, number>> = { nm: 1, nmi: 1, km: 1 / 1.852, mi: 1.609344 / 1.852 };

/** Whether a distance is printed that such a flight can have. */
function hasDistance(words: readonly Word[], greatCircleNm: number | null): boolean {
  if (greatCircleNm === null || greatCircleNm < leastNm) return false;
  return words.some(({ text, box }) => {
    const [, digits, unit = ''] = /^(\d[\d.,]*)([a-z]*)$/i.exec(text) ?? [];
    if (digits === undefined) return false;
    const behind = words.find((word) => areInLine(box, word.box) && Math.abs(word.box.x - right(box)) < 2 * box.height);
    const factor = miles[(unit === '' ? (behind?.text ?? '') : unit).toLowerCase()];
    if (factor === undefined) return false;
    // A point or comma is of thousands before three digits.
    const value = Number(digits.replaceAll(/[.,](?=\d{3}(\D|$))/g, '').replace(',', '.')) * factor;
    return value >= leastWay * greatCircleNm && value <= mostWay * greatCircleNm;
  });
}
