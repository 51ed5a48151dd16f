// A report as an aircraft's ACARS prints it on thermal paper, or shows it on a terminal.
import { distanceNm, hours, punctuality, timesOf } from './facts.mjs';

/** @type {Record<string, { backdrop: string, sheet: string, ink: string, strong: string, edge: string }>} */
const looks = {
  paper: { backdrop: '#3b4652', sheet: '#f6f0dc', ink: '#2a2a33', strong: '#14141c', edge: '#dcd2b4' },
  green: { backdrop: '#0b1510', sheet: '#06251a', ink: '#5be39a', strong: '#b8ffd8', edge: '#0f5238' },
  amber: { backdrop: '#160d04', sheet: '#2a1804', ink: '#ffae3b', strong: '#ffe0a6', edge: '#7a4a0c' },
};

/** @param {import('./facts.mjs').Sample} sample */
export function acarsPrintout(sample) {
  const look = looks[sample.look];
  if (look === undefined) throw new Error(`There is no look "${sample.look}".`);
  const { figures } = sample;
  const times = timesOf(sample);
  const left = [
    ['OUT', times.out],
    ['OFF', times.off],
    ['ON', times.on],
    ['IN', times.in],
  ];
  const right = [
    ['AIR TIME', hours(figures.en_route)],
    ['BLOCK TIME', hours(figures.total_ft)],
    ['DISTANCE', `${Math.round(distanceNm(sample.out, sample.in))} NM`],
    ['SOULS / PAX', figures.pax === 0 ? 'CARGO ONLY' : String(figures.pax)],
    ['CARGO', `${figures.cargo_kg} KG`],
    ['ARRIVAL', punctuality(figures.delay_min).toUpperCase()],
  ];
  const rows = (/** @type {string[][]} */ list) => {
    return list.map(([term, value]) => `<div><span>${term}</span><i></i><b>${value}</b></div>`).join('');
  };
  // Decorative bars whose widths come from letters of the sample.
  const bars = Array.from(`${sample.registration}${sample.figures.date}${sample.callsign}`, (letter, index) => {
    return `<rect x="${index * 13}" width="${2 + (letter.charCodeAt(0) % 9)}" height="62"/>`;
  });
  const teeth = Array.from({ length: 41 }, (_, index) => `${index * 26},${index % 2 === 0 ? 0 : 12}`).join(' ');
  return `
  <style>
    body { background: ${look.backdrop}; font-family: "B612 Mono"; color: ${look.ink}; }
    .sheet { position: absolute; left: 120px; width: 1040px; top: 0; height: 682px; background: ${look.sheet}; box-sizing: border-box; padding: 36px 64px;
      border: solid ${look.edge}; border-width: 0 3px; }
    .tear { position: absolute; left: 120px; top: 682px; }
    .head { display: flex; justify-content: space-between; font-size: 22px; }
    .rule { border-top: 4px dashed ${look.ink}; opacity: .55; margin: 18px 0; }
    .route { font-size: 118px; line-height: 1; font-weight: 700; color: ${look.strong}; display: flex; justify-content: space-between; }
    .cities { display: flex; justify-content: space-between; font-size: 22px; margin-top: 8px; text-transform: uppercase; }
    .columns { display: grid; grid-template-columns: 1fr 1.9fr; gap: 72px; font-size: 25px; line-height: 1.55; }
    .columns div div { display: flex; gap: 12px; white-space: nowrap; }
    .columns i { flex: 1; border-bottom: 3px dotted currentColor; opacity: .35; transform: translateY(-10px); }
    b { color: ${look.strong}; }
  </style>
  <div class="sheet">
    <div class="head"><span>ACARS FLIGHT REPORT</span><span>UTC</span></div>
    <div class="head" style="font-size: 30px; margin-top: 10px"><b>${sample.airline.toUpperCase()}</b><b>${figures.aircraft} ${sample.registration}</b></div>
    <div class="rule"></div>
    <div class="route"><span>${figures.icao_out}</span><span>&gt;</span><span>${figures.icao_in}</span></div>
    <div class="cities"><span>${sample.out.city}</span><span>${sample.callsign}</span><span>${sample.in.city}</span></div>
    <div class="rule"></div>
    <div class="columns"><div>${rows(left)}<svg width="300" height="62" style="margin-top: 14px; fill: ${look.ink}">${bars.join('')}</svg></div><div>${rows(right)}</div></div>
  </div>
  <svg class="tear" width="1040" height="14"><polygon points="${teeth}" fill="${look.sheet}"/></svg>`;
}
