import type { OfferPage } from '@pv-planning/contract/pages';
import { addressLines, joined } from './address.ts';
import type { Job } from './child/messages.ts';
import { compassPoint } from './compass.ts';
import {
  germanAmount,
  germanDate,
  germanDay,
  germanNumber,
  germanTime,
  germanUnitPrice,
  linesOf,
  paragraphsOf,
} from './german.ts';
import { layoutJob } from './layout-job.ts';
import { type Logo, logoFile } from './logo.ts';
import { namedObstacles, obstacleName, roofCaption } from './obstacles.ts';
import { drawRoofs } from './pictures/index.ts';

type Hidden = 'state' | 'termsVersion' | 'revision' | 'revisedAt' | 'publishedAt' | 'decision' | 'company';
type Company = Omit<OfferPage['company'], 'logo'>;

/** An offer to print: what its customer decides on, and what has been decided. */
export interface PrintedOffer {
  terms: Omit<OfferPage, Hidden> & { company: Company };
  /** The version of the terms. Null for a draft. */
  kept: { revision: number; version: string } | null;
  /** Time of the offer, whose day is printed. */
  time: string;
  decision: OfferPage['decision'];
  logo: Logo | null;
}

type Terms = PrintedOffer['terms'];
type Group = Terms['groups'][number];
type Line = Group['lines'][number];

/** In the order of the paper. */
const groupNames: Readonly<Record<Group['group'], string>> = {
  modules: 'Photovoltaikmodule',
  inverters: 'Wechselrichter',
  batteries: 'Batteriespeicher',
  wallboxes: 'Wallboxen',
  subconstructions: 'Unterkonstruktion',
  equipment: 'Zubehör',
  emergencyPower: 'Notstrom und Ersatzstrom',
  miscMaterials: 'Weiteres Material',
  services: 'Leistungen',
  additionalCosts: 'Weitere Kosten und Nachlässe',
};

const units: Readonly<Record<Line['unit'], string>> = {
  PIECE: 'Stk.',
  METER: 'm',
  SET: 'Set',
  FLAT: 'pauschal',
  HOUR: 'Std.',
  DAY: 'Tg.',
  MODULE: 'Module',
  KWP: 'kWp',
  SQUARE_METER: 'm²',
};

function quantity({ quantity: count, unit }: Line): string {
  if (unit === 'FLAT' && count === 1) return units.FLAT;
  return `${germanNumber(count)} ${unit === 'MODULE' && count === 1 ? 'Modul' : units[unit]}`;
}

function details({ manufacturerName, moduleCount, capacityKwh, description }: Line): string[] {
  const battery = joined(
    [
      moduleCount === null ? null : `${moduleCount} Batteriemodule`,
      capacityKwh === null ? null : `${germanNumber(capacityKwh)} kWh nutzbar`,
    ],
    ', ',
  );
  return [manufacturerName ?? '', battery, ...linesOf(description)].filter((line) => line !== '');
}

/** The groups with the lines for which `isShown` is true, numbered from `1.1` on, or after the groups before them. */
function shownGroups(groups: readonly Group[], isShown: (line: Line) => boolean, groupsBefore = 0) {
  const order = Object.keys(groupNames);
  const shown = groups
    .map(({ group, lines }) => ({ group, lines: lines.filter(isShown) }))
    .filter(({ lines }) => lines.length > 0)
    .sort((one, other) => order.indexOf(one.group) - order.indexOf(other.group));
  return shown.map(({ group, lines }, groupIndex) => ({
    name: groupNames[group],
    total: germanAmount(lines.reduce((sum, { totalPrice }) => sum + Math.round(totalPrice * 100), 0) / 100),
    lines: lines.map((line, index) => ({
      position: `${groupsBefore + groupIndex + 1}.${index + 1}`,
      name: line.name,
      details: details(line),
      quantity: quantity(line),
      price: germanUnitPrice(line.price),
      vatRate: line.vatRate === null ? 'anteilig' : `${germanNumber(line.vatRate)} %`,
      total: germanAmount(line.totalPrice),
    })),
  }));
}

function sums({ netPrice, vatBreakdown, offerPrice }: Terms) {
  const rates = vatBreakdown.map(({ vatRate, net, vat }) => ({
    label: `zzgl. ${germanNumber(vatRate)} % USt. auf ${germanAmount(net)}`,
    amount: germanAmount(vat),
    strong: false,
  }));
  return [
    { label: 'Summe netto', amount: germanAmount(netPrice), strong: false },
    ...rates,
    { label: 'Gesamtpreis', amount: germanAmount(offerPrice), strong: true },
  ];
}

/** Why no VAT is charged, and what is apportioned. */
function legalNotes({ vatMode, vatBreakdown, groups }: Terms): string[] {
  const notes: (string | false)[] = [
    vatMode === 'REVERSE_CHARGE' && 'Steuerschuldnerschaft des Leistungsempfängers (§ 13b UStG).',
    vatMode === 'PV_ZERO' &&
      vatBreakdown.some(({ vatRate }) => vatRate === 0) &&
      '0 % Umsatzsteuer: Nullsteuersatz nach § 12 Abs. 3 UStG für Lieferung und Installation der Photovoltaikanlage und ihrer wesentlichen Komponenten an den Betreiber.',
    groups.some(({ lines }) => lines.some(({ vatRate }) => vatRate === null)) &&
      'Anteilig: Die Umsatzsteuer dieser Position richtet sich nach den Steuersätzen der übrigen Positionen.',
  ];
  return notes.filter((note) => note !== false);
}

function system({ systemPowerKwp, moduleCount, batteryCapacityKwh }: Terms): [string, string][] {
  const facts: [string, string, number][] = [
    ['Leistung der Anlage', `${germanNumber(systemPowerKwp)} kWp`, systemPowerKwp],
    ['Module', germanNumber(moduleCount), moduleCount],
    ['Speicher, nutzbar', `${germanNumber(batteryCapacityKwh)} kWh`, batteryCapacityKwh],
  ];
  return facts.filter(([, , value]) => value > 0).map(([label, text]) => [label, text]);
}

function roofs({ roofs }: Terms) {
  // Several roofs stand in two columns.
  const space = roofs.length > 1 ? { maxWidth: 78, maxHeight: 50 } : { maxWidth: 160, maxHeight: 70 };
  return drawRoofs(roofs, space).map((drawing, index) => {
    const roof = roofs[index] as Terms['roofs'][number];
    const count = roof.modules.reduce((sum, modules) => sum + modules.count, 0);
    const direction = compassPoint(roof.azimuth);
    return {
      ...drawing,
      obstacles: namedObstacles(drawing),
      name: roof.name,
      facts: [
        `${count} Module`,
        ...(direction === null ? [] : [direction]),
        `Neigung ${germanNumber(roof.tilt)}°`,
      ],
      alt: [`${roof.name}: ${count} Module`, ...roof.obstacles.map(obstacleName)].join(', '),
      caption: roofCaption(drawing, roof),
    };
  });
}

function evidence(decision: PrintedOffer['decision']) {
  if (!decision) return null;
  const { state, decidedAt, name, reason, termsVersion, withdrawnAt } = decision;
  const isAccepted = state === 'ACCEPTED';
  const facts: [string, string | null][] = [
    [isAccepted ? 'Angenommen am' : 'Abgelehnt am', germanTime(decidedAt)],
    ['Durch', name],
    ['Grund', reason === null ? null : linesOf(reason).join(' ')],
    ['Prüfsumme des Angebots (SHA-256)', termsVersion],
    ['Widerruf eingegangen am', withdrawnAt && germanTime(withdrawnAt)],
  ];
  return {
    title: isAccepted ? 'Annahme des Angebots' : 'Ablehnung des Angebots',
    facts: facts.filter(([, value]) => value !== null),
  };
}

function footer(company: Company): string[][] {
  const { name, address, phone, email, website, vatId, taxNumber } = company;
  const { registerCourt, registerNumber, managingDirectors } = company;
  const columns = [
    [name, ...addressLines(address)],
    [joined(['Tel.', phone]).replace(/^Tel\.$/, ''), email ?? '', website ?? ''],
    [
      joined([registerCourt, registerNumber], ', '),
      managingDirectors.length > 0 ? `Vertreten durch: ${managingDirectors.join(', ')}` : '',
      vatId === null ? '' : `USt-IdNr.: ${vatId}`,
      taxNumber === null ? '' : `Steuernummer: ${taxNumber}`,
    ],
  ];
  return columns.map((lines) => lines.filter((line) => line !== '')).filter((lines) => lines.length > 0);
}

/** The address of the installation site (Anlagenstandort) in one line, if it is not where the letter goes. */
function installationSite({ installationAddress, customer }: Terms): string | null {
  const [site, home] = [installationAddress, customer.address].map((address) =>
    addressLines(address).join(', '),
  );
  return site === home ? null : site || null;
}

/** Returns the offer as a letter. */
export function offerDocument({ terms, kept, time, decision, logo }: PrintedOffer): Promise<Job> {
  const { company, customer, number, validTo, isIndicationPrice } = terms;
  const files = logo ? [logoFile(logo)] : [];
  const included = shownGroups(terms.groups, ({ active }) => active);
  const data = {
    edition: kept && `Version ${kept.revision}, Prüfsumme ${kept.version}`,
    title: `${isIndicationPrice ? 'Richtpreisangebot' : 'Angebot'} ${number}`,
    subtitle: isIndicationPrice ? 'Unverbindlich: Die Preise sind Richtpreise.' : null,
    author: company.name,
    date: germanDate(time),
    watermark: kept ? null : 'ENTWURF',
    logo: files[0]?.name ?? null,
    sender: [company.name, ...addressLines(company.address)].join(' · '),
    recipient: [customer.name ?? '', customer.contactName ?? '', ...addressLines(customer.address)].filter(
      (line) => line !== '',
    ),
    facts: [
      ['Angebotsnummer', number],
      ...(kept && kept.revision > 1 ? [['Version', String(kept.revision)]] : []),
      ['Datum', germanDay(time)],
      ...(validTo === null ? [] : [['Gültig bis', germanDay(validTo)]]),
    ],
    site: installationSite(terms),
    intro: paragraphsOf(terms.introText),
    system: system(terms),
    groups: included,
    options: shownGroups(terms.groups, ({ active }) => !active, included.length),
    sums: sums(terms),
    legal: legalNotes(terms),
    roofs: roofs(terms),
    closing: paragraphsOf(terms.closingText),
    evidence: evidence(decision),
    signature: decision === null && kept !== null && !isIndicationPrice,
    footer: footer(company),
  };
  return layoutJob('offer', data, { files, time });
}
