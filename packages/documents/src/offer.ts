import type { OfferPage } from '@pv-planning/contract/pages';
import { addressLines, joined } from './address.ts';
import type { Job } from './child/messages.ts';
import { compassPoint } from './compass.ts';
import { isConsumer } from './consumers.ts';
import {
  germanAmount,
  germanDate,
  germanDay,
  germanNumber,
  germanTime,
  linesOf,
  paragraphsOf,
} from './german.ts';
import { layoutJob } from './layout-job.ts';
import { type Logo, logoFile } from './logo.ts';
import { namedObstacles, obstacleName, roofCaption } from './obstacles.ts';
import {
  alternatives,
  hasWarranty,
  hasZeroRate,
  includedGroups,
  isApportioned,
  ratesOf,
  shownGroups,
} from './offer-lines.ts';
import { drawRoofs } from './pictures/index.ts';

type Hidden = 'state' | 'termsVersion' | 'revision' | 'revisedAt' | 'publishedAt' | 'decision' | 'company';
type Company = Omit<OfferPage['company'], 'logo' | 'brandColor' | 'imprintUrl' | 'privacyUrl'>;

/** An offer to print: its terms and the decision on them. */
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

function sums({ netPrice, vatBreakdown, offerPrice, vatMode, isIndicationPrice }: Terms) {
  // No tax is stated if the customer owes it (§ 14a (5) UStG).
  if (vatMode === 'REVERSE_CHARGE')
    return [
      {
        label: 'Nettobetrag, Steuerschuldnerschaft des Leistungsempfängers',
        amount: germanAmount(offerPrice),
        strong: true,
      },
    ];
  const rates = vatBreakdown.map(({ vatRate, net, vat }) => ({
    label: `zzgl. ${germanNumber(vatRate)} % USt. auf ${germanAmount(net)}`,
    amount: germanAmount(vat),
    strong: false,
  }));
  return [
    { label: 'Summe netto', amount: germanAmount(netPrice), strong: false },
    ...rates,
    {
      label: isIndicationPrice ? 'Richtpreis' : 'Gesamtpreis',
      amount: germanAmount(offerPrice),
      strong: true,
    },
  ];
}

const rights =
  'Es besteht ein gesetzliches Mängelhaftungsrecht: Bei Mängeln haben Sie unentgeltlich die gesetzlichen Rechte.';

/** The rights that consumers must be told of (Art. 246a § 1 (1) EGBGB, § 479 BGB). */
function rightsOfConsumers({ customer, groups }: Terms): string | false {
  if (!isConsumer(customer.type)) return false;
  return groups.some(({ lines }) => lines.some(hasWarranty))
    ? `${rights} Garantien der Hersteller gelten nach deren Bedingungen daneben und schränken diese Rechte nicht ein.`
    : rights;
}

/** Notes on zero VAT, on apportioned amounts, and on the rights of consumers. */
function legalNotes(terms: Terms): string[] {
  const { vatMode, groups } = terms;
  const notes: (string | false)[] = [
    vatMode === 'REVERSE_CHARGE' &&
      'Steuerschuldnerschaft des Leistungsempfängers (§ 13b UStG): Die Umsatzsteuer schulden Sie.',
    hasZeroRate(terms) &&
      '0 % Umsatzsteuer: Nullsteuersatz nach § 12 Abs. 3 UStG für Lieferung und Installation der Photovoltaikanlage und ihrer wesentlichen Komponenten an den Betreiber.',
    groups.some(({ lines }) => lines.some((line) => isApportioned(terms, line))) &&
      'Anteilig: Die Umsatzsteuer dieser Position richtet sich nach den Steuersätzen der übrigen Positionen.',
    rightsOfConsumers(terms),
  ];
  return notes.filter((note) => note !== false);
}

const salutations = { MR: 'Sehr geehrter Herr', MS: 'Sehr geehrte Frau', DIVERSE: 'Guten Tag' } as const;

/** The salutation of the letter. Null if the company's text contains one. */
function greeting({ introText, customer }: Terms): string | null {
  const { salutation, title, lastName, name, contactName } = customer;
  if (/^\s*(sehr geehrt|guten |hallo|liebe|moin|grüß)/i.test(introText ?? '')) return null;
  if (lastName === null || salutation === null) return 'Guten Tag,';
  const person = salutation === 'DIVERSE' ? (contactName ?? name) : lastName;
  return `${joined([salutations[salutation], title, person])},`;
}

/** The first sentence of a letter for which the company wrote none. */
const opening = ({ isIndicationPrice }: Terms) =>
  isIndicationPrice ? 'gern nennen wir Ihnen unverbindliche Richtpreise:' : 'gern bieten wir Ihnen an:';

/** The recipient's address as on an envelope. */
function recipientLines({ customer }: Terms): string[] {
  const { name, contactName, salutation, title, address } = customer;
  const person = (of: string | null) => {
    const spoken = salutation === 'MR' ? 'Herrn' : salutation === 'MS' ? 'Frau' : null;
    return of === null ? '' : joined([spoken, title, of]);
  };
  const isPerson = customer.type === 'PRIVATE' && contactName === null;
  const lines = [isPerson ? person(name) : (name ?? ''), person(contactName), ...addressLines(address)];
  return lines.filter((line) => line !== '');
}

function contactFacts({ contact }: Terms): [string, string][] {
  if (!contact) return [];
  const facts: [string, string | null][] = [
    ['Ihr Kontakt', contact.name],
    ['Telefon', contact.phone],
    ['E-Mail', contact.email],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function forecast({ yieldKwh, selfConsumptionPercent, autarkyPercent, yieldSource }: Terms) {
  const percent = (value: number | null) => (value === null ? null : `${germanNumber(value)} %`);
  const facts: [string, string | null][] = [
    ['Ertrag im Jahr', yieldKwh === null ? null : `${germanNumber(yieldKwh)} kWh`],
    ['Eigenverbrauch', percent(selfConsumptionPercent)],
    ['Autarkie', percent(autarkyPercent)],
  ];
  const known = facts.filter(([, value]) => value !== null);
  const source = yieldSource === null ? '' : ` nach ${yieldSource}`;
  return { facts: known, note: known.length > 0 ? `Prognose${source}, keine Zusicherung.` : null };
}

/** The total as the first page and the signature state it. */
function total(terms: Terms): { label: string; amount: string } {
  const { offerPrice, vatMode, isIndicationPrice } = terms;
  const isNet = vatMode === 'REVERSE_CHARGE';
  const name = isIndicationPrice ? 'Richtpreis' : 'Gesamtpreis';
  const label = isNet ? 'Nettobetrag (§ 13b UStG)' : `${name} inkl. ${ratesOf(terms)} USt.`;
  return { label, amount: germanAmount(offerPrice) };
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

function evidence({ terms, decision }: PrintedOffer) {
  if (!decision) return null;
  const { state, decidedAt, name, reason, termsVersion, startBeforeWithdrawalEnds, withdrawnAt } = decision;
  const { isIndicationPrice: isIndication, consumerTexts } = terms;
  const isAccepted = state === 'ACCEPTED';
  const accepted = isIndication
    ? { title: 'Auftrag zum Richtpreis', at: 'Beauftragt am' }
    : { title: 'Annahme des Angebots', at: 'Angenommen am' };
  const facts: [string, string | null][] = [
    [isAccepted ? accepted.at : 'Abgelehnt am', germanTime(decidedAt)],
    ['Durch', name],
    // Only on the page, the customer declares them.
    ['Erklärt', isAccepted && name !== null ? terms.declarations.join(' ') || null : null],
    ['Verlangt', startBeforeWithdrawalEnds ? (consumerTexts?.earlyStart ?? null) : null],
    ['Grund', reason === null ? null : linesOf(reason).join(' ')],
    ['Prüfsumme des Angebots (SHA-256)', termsVersion],
    ['Widerruf eingegangen am', withdrawnAt && germanTime(withdrawnAt)],
  ];
  return {
    title: isAccepted ? accepted.title : 'Ablehnung des Angebots',
    facts: facts.filter(([, value]) => value !== null),
  };
}

function footer(company: Company): string[][] {
  const { name, address, phone, email, website, vatId, taxNumber } = company;
  const { registerCourt, registerNumber, generalPartner, managingDirectors, legalForm } = company;
  const representatives = /^(e\. ?K|Einzel)/i.test(legalForm ?? '') ? 'Inhaber' : 'Vertreten durch';
  const columns = [
    [name, ...addressLines(address)],
    [joined(['Tel.', phone]).replace(/^Tel\.$/, ''), email ?? '', website ?? ''],
    [
      joined([registerCourt, registerNumber], ', '),
      generalPartner === null ? '' : `Persönlich haftende Gesellschafterin: ${generalPartner}`,
      managingDirectors.length > 0 ? `${representatives}: ${managingDirectors.join(', ')}` : '',
      vatId === null ? '' : `USt-IdNr.: ${vatId}`,
      taxNumber === null ? '' : `Steuernummer: ${taxNumber}`,
    ],
  ];
  return columns.map((lines) => lines.filter((line) => line !== '')).filter((lines) => lines.length > 0);
}

/** The address of the installation site (Anlagenstandort) in one line, if it differs from the recipient's. */
function installationSite({ installationAddress, customer }: Terms): string | null {
  const [site, home] = [installationAddress, customer.address].map((address) =>
    addressLines(address).join(', '),
  );
  return site === home ? null : site || null;
}

function deliveryFacts({ consumerTexts }: Terms): [string, string[]][] {
  if (!consumerTexts) return [];
  const { deliveryTime, guarantee } = consumerTexts;
  const facts: [string, string[]][] = [
    ['Lieferung und Montage', linesOf(deliveryTime)],
    ['Garantie', linesOf(guarantee)],
  ];
  return facts.filter(([, lines]) => lines.length > 0);
}

/** The payment plan: instalments with due dates and amounts. */
function instalments({ consumerTexts }: Terms): string[][] {
  const plan = consumerTexts?.paymentPlan ?? [];
  return plan.map(({ percent, amount, due }) => [`${germanNumber(percent)} %`, due, germanAmount(amount)]);
}

/** A short line without a full stop, such as "Folgen des Widerrufs", is a heading of the text. */
const isHeading = (lines: readonly string[]) =>
  lines.length === 1 && lines.every((line) => line.length <= 60 && !/^[–•*-]|[.,:;!?)]$/.test(line));

/** Lines of the form for consumers to complete. */
const isBlank = (lines: readonly string[]) => /^–.*[^:]$/.test(lines.at(-1) ?? '');

/** The annexes for consumers, each text on separate pages. */
function annex({ consumerTexts }: Terms) {
  if (!consumerTexts) return [];
  const { withdrawalInstruction, withdrawalForm, termsAndConditions } = consumerTexts;
  const texts: [string, string | null][] = [
    ['Widerrufsbelehrung', withdrawalInstruction],
    ['Muster-Widerrufsformular', withdrawalForm],
    ['Allgemeine Geschäftsbedingungen', termsAndConditions],
  ];
  return texts.flatMap(([title, text]) => {
    const paragraphs = paragraphsOf(text).map((lines) => ({
      lines,
      strong: isHeading(lines),
      blank: text === withdrawalForm && isBlank(lines),
    }));
    return text === null ? [] : [{ title, paragraphs }];
  });
}

/** Returns the offer as a letter. */
export function offerDocument(offer: PrintedOffer): Promise<Job> {
  const { terms, kept, time, decision, logo } = offer;
  const { company, customer, number, validTo, isIndicationPrice } = terms;
  const files = logo ? [logoFile(logo)] : [];
  const included = shownGroups(terms, ({ active }) => active);
  const data = {
    edition: kept && `Version ${kept.revision}, Prüfsumme ${kept.version}`,
    title: `${isIndicationPrice ? 'Richtpreisangebot' : 'Angebot'} ${number}`,
    subtitle: isIndicationPrice ? 'Unverbindlich: Die Preise sind Richtpreise.' : null,
    author: company.name,
    date: germanDate(time),
    watermark: kept ? null : 'ENTWURF',
    logo: files[0]?.name ?? null,
    sender: [company.name, ...addressLines(company.address)].join(' · '),
    recipient: recipientLines(terms),
    facts: [
      ['Angebotsnummer', number],
      ...(customer.customerNumber === null ? [] : [['Kundennummer', customer.customerNumber]]),
      ...(kept && kept.revision > 1 ? [['Version', String(kept.revision)]] : []),
      ['Datum', germanDay(time)],
      ...(validTo === null || isIndicationPrice ? [] : [['Gültig bis', germanDay(validTo)]]),
      ...contactFacts(terms),
    ],
    site: installationSite(terms),
    subject: terms.name,
    greeting: greeting(terms),
    intro: paragraphsOf(terms.introText ?? opening(terms)),
    system: system(terms),
    forecast: forecast(terms),
    total: total(terms),
    contents: includedGroups(terms),
    groups: included,
    totalLabel: isConsumer(customer.type) ? 'Gesamt' : 'Gesamt netto',
    options: shownGroups(terms, ({ active }) => !active, included.length),
    sums: sums(terms),
    legal: legalNotes(terms),
    roofs: roofs(terms),
    closing: paragraphsOf(terms.closingText),
    delivery: deliveryFacts(terms),
    instalments: instalments(terms),
    ifOrdered: isIndicationPrice ? 'Für den Fall eines Auftrags' : null,
    annex: annex(terms),
    evidence: evidence(offer),
    signature:
      decision === null && kept !== null && !isIndicationPrice
        ? {
            offer: `${number}, Version ${kept.revision}`,
            alternatives: alternatives(terms),
            declarations: terms.declarations,
            earlyStart: terms.consumerTexts?.earlyStart ?? null,
          }
        : null,
    footer: footer(company),
  };
  return layoutJob('offer', data, { files, time });
}
