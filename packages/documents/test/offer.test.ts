import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { createRenderer, offerDocument, type PrintedOffer } from '../src/index.ts';
import { factsOf, placesOf, textOf } from '../src/testing.ts';

const limits = {
  maxProcessorMs: 60_000,
  maxRenderMs: 60_000,
  maxDocuments: 500,
  maxMemoryMiB: 1_000,
};
const renderer = createRenderer(limits);
afterAll(() => renderer.close());

const { signal } = new AbortController();
const render = async (offer: PrintedOffer) => renderer.render(await offerDocument(offer), signal);
const textIn = async (offer: PrintedOffer) => textOf(await render(offer));

type Terms = PrintedOffer['terms'];
type Line = Terms['groups'][number]['lines'][number];

function line(name: string, price: number, fields: Partial<Line> = {}): Line {
  const { quantity = 1, vatRate = 0 } = fields;
  const totalPrice = Math.round(quantity * price * 100) / 100;
  const gross = (amount: number) => Math.round(amount * (100 + (vatRate ?? 0))) / 100;
  return {
    name,
    manufacturerName: null,
    roofName: null,
    warrantyYears: null,
    performanceWarrantyYears: null,
    description: null,
    quantity,
    unit: 'PIECE',
    price,
    totalPrice,
    grossPrice: gross(price),
    grossTotalPrice: gross(totalPrice),
    vatRate: 0,
    moduleCount: null,
    capacityKwh: null,
    active: true,
    ...fields,
  };
}

const address = {
  street: 'Größlstraße',
  houseNumber: '12a',
  addressLine2: null,
  postalCode: '01234',
  city: 'Łódź am Süßen See',
  district: null,
  state: null,
  country: 'DE',
};

const noTexts = {
  ...{ version: 1, withdrawalInstruction: null, withdrawalForm: null, earlyStart: null },
  ...{ termsAndConditions: null, paymentPlan: null, deliveryTime: null, guarantee: null },
};

const terms: Terms = {
  number: 'AN-2026-00042',
  name: 'Einfamilienhaus Groß',
  contact: null,
  company: {
    name: 'Sonnendach Müller GmbH',
    legalForm: 'GmbH',
    address,
    phone: '0351 555 0100',
    email: 'info@sonnendach.example',
    website: null,
    vatId: 'DE987654321',
    taxNumber: null,
    registerCourt: 'Amtsgericht Dresden',
    registerNumber: 'HRB 98765',
    generalPartner: null,
    managingDirectors: ['Jonas Brandt'],
  },
  customer: {
    customerNumber: 'K-1042',
    type: 'PRIVATE',
    salutation: 'MR',
    title: 'Dr.',
    lastName: 'Groß',
    name: 'Jürgen Groß',
    contactName: null,
    address,
  },
  installationAddress: address,
  consumerTexts: null,
  declarations: ['Ich bin Betreiber der Anlage.'],
  isIndicationPrice: false,
  validTo: '2026-04-30',
  introText: 'Sehr geehrter Herr Groß,\n\nvielen Dank für Ihre Anfrage.',
  closingText: 'Querschnitt ≥ 6 mm², Erdung ≤ 10 Ω, „schlüsselfertig“ – 5 € Rabatt.',
  groups: [
    {
      group: 'modules',
      lines: [line('Modul 440', 95, { quantity: 24, manufacturerName: 'Sonnkraft Solar AG' })],
    },
    { group: 'inverters', lines: [line('Wechselrichter 10', 1850)] },
    {
      group: 'batteries',
      lines: [
        line('Speicher 10', 5200, { capacityKwh: 10 }),
        line('Speicher 15', 7100, { active: false, capacityKwh: 15 }),
      ],
    },
    { group: 'wallboxes', lines: [line('Wallbox', 780, { vatRate: 19 })] },
    { group: 'subconstructions', lines: [line('Unterkonstruktion', 79, { unit: 'MODULE', quantity: 24 })] },
    {
      group: 'services',
      lines: [
        line('Montage', 4300, { unit: 'FLAT' }),
        line('Optimierer', 4, { unit: 'MODULE' }),
        line('Montage der Wallbox', 450, { unit: 'FLAT', vatRate: 19 }),
      ],
    },
    { group: 'additionalCosts', lines: [line('Rabatt', -500, { unit: 'FLAT' })] },
  ],
  vatMode: 'PV_ZERO',
  netPrice: 16260,
  vatBreakdown: [
    { vatRate: 0, net: 15030, vat: 0 },
    { vatRate: 19, net: 1230, vat: 233.7 },
  ],
  vatAmount: 233.7,
  offerPrice: 16493.7,
  systemPowerKwp: 10.56,
  moduleCount: 24,
  batteryCapacityKwh: 10,
  yieldKwh: null,
  selfConsumptionPercent: null,
  autarkyPercent: null,
  yieldSource: null,
  roofs: [
    {
      name: 'Süddach',
      roofType: 'GABLE',
      azimuth: 175,
      tilt: 38,
      width: 12,
      length: 6,
      obstacles: [],
      modules: [
        {
          name: 'Modul 440',
          count: 24,
          length: 1762,
          width: 1134,
          orientation: 'PORTRAIT',
          rows: 3,
          columns: 8,
          offsetX: 0.5,
          offsetY: 0.3,
        },
      ],
    },
  ],
};

const offer: PrintedOffer = {
  terms,
  kept: { revision: 1, version: 'aB3dE5' },
  time: '2026-03-31T22:30:00.000Z',
  decision: null,
  logo: null,
};

describe('an offer', () => {
  test('is printed with its lines, sums by VAT rate, and the reason for 0 %', async () => {
    const text = await textIn(offer);
    for (const part of [
      'Angebot AN-2026-00042',
      'Gültig bis 30.04.2026',
      'Datum 01.04.2026',
      'Version 1, Prüfsumme aB3dE5 Seite 1 von 3',
      '10,56 kWp',
      '24 Stk. 95,00 € 0 % 2.280,00 €',
      '24 Module 79,00 € 0 % 1.896,00 €',
      '1 Modul 4,00 € 0 % 4,00 €',
      'Summe netto 16.260,00 €',
      'zzgl. 0 % USt. auf 15.030,00 € 0,00 €',
      'zzgl. 19 % USt. auf 1.230,00 € 233,70 €',
      'Gesamtpreis 16.493,70 €',
      '−500,00 €',
      '§ 12 Abs. 3 UStG',
      'Süddach · 24 Module · Süd (175°) · Neigung 38°',
      'Ort, Datum',
      'HRB 98765',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/ENTWURF|nicht maßstäblich|Richtpreis|§ 13b/);
  });

  test('is printed with all characters of its texts', async () => {
    const text = await textIn(offer);
    expect(text).toContain('Jürgen Groß Größlstraße 12a 01234 Łódź am Süßen See');
    expect(text).toContain('Querschnitt ≥ 6 mm², Erdung ≤ 10 Ω, „schlüsselfertig“ – 5 € Rabatt.');
  });

  test('names the country of an address abroad', async () => {
    const text = await textIn({
      ...offer,
      terms: { ...terms, customer: { ...terms.customer, address: { ...address, country: 'AT' } } },
    });
    expect(text).toContain('01234 Łódź am Süßen See ÖSTERREICH');
  });

  test('names the installation site if it is not where the letter goes', async () => {
    expect(await textIn(offer)).not.toContain('Anlagenstandort');
    const installationAddress = { ...address, street: 'Am Hang', houseNumber: '3' };
    expect(await textIn({ ...offer, terms: { ...terms, installationAddress } })).toContain(
      'Anlagenstandort: Am Hang 3, 01234 Łódź am Süßen See',
    );
    expect(await textIn({ ...offer, terms: { ...terms, installationAddress: null } })).not.toContain(
      'Anlagen',
    );
  });

  test('goes to the person at an organisation', async () => {
    const customer = { ...terms.customer, name: 'Weber Metallbau AG', contactName: 'Anna Weber' };
    expect(await textIn({ ...offer, terms: { ...terms, customer } })).toContain(
      'Weber Metallbau AG Herrn Dr. Anna Weber Größlstraße 12a',
    );
  });

  test('shows alternatives apart from what is included', async () => {
    const text = await textIn(offer);
    expect(text.indexOf('Speicher 15')).toBeGreaterThan(text.indexOf('nicht im Preis enthalten'));
    const positions = Array.from(text.matchAll(/ (\d+\.1) [A-Z]/g), ([, position]) => position);
    expect(positions).toEqual([...new Set(positions)]);
    expect(positions.length).toBeGreaterThan(1);
    expect(text.indexOf('3.1 Speicher 10')).toBeLessThan(text.indexOf('zzgl. 19 %'));
  });

  test('is marked as a draft', async () => {
    const draft = await textIn({ ...offer, kept: null });
    expect(draft).toContain('ENTWURF');
    expect(draft).not.toContain('Ort, Datum');
  });

  test('is no offer to accept if it is an indication', async () => {
    const indication = { ...offer, terms: { ...terms, isIndicationPrice: true } };
    const text = await textIn(indication);
    expect(text).toContain('Richtpreisangebot AN-2026-00042');
    expect(text).toContain('Unverbindlich: Die Preise sind Richtpreise.');
    expect(text).toContain('Richtpreis inkl. 0 % und 19 % USt. 16.493,70 €');
    expect(text).not.toContain('Gesamtpreis');
    const decision = {
      state: 'ACCEPTED',
      decidedAt: '2026-04-02T08:15:00.000Z',
      name: null,
      reason: null,
    } as const;
    const ordered = await textIn({
      ...indication,
      decision: { ...decision, termsVersion: null, startBeforeWithdrawalEnds: false, withdrawnAt: null },
    });
    expect(ordered).toContain('Beauftragt am 02.04.2026');
    for (const printed of [text, ordered])
      expect(printed).not.toMatch(/Ort, Datum|Gültig bis|Annahme|Angenommen/);
  });

  test('states no VAT that the customer owes', async () => {
    const customer = { ...terms.customer, type: 'COMPANY' as const };
    const text = await textIn({
      ...offer,
      terms: {
        ...terms,
        customer,
        vatMode: 'REVERSE_CHARGE',
        vatBreakdown: [{ vatRate: 0, net: 16260, vat: 0 }],
        offerPrice: 16260,
      },
    });
    expect(text).toContain('Nettobetrag, Steuerschuldnerschaft des Leistungsempfängers 16.260,00 €');
    expect(text).toContain('Steuerschuldnerschaft des Leistungsempfängers (§ 13b UStG)');
    expect(text).not.toMatch(/§ 12 Abs. 3|0 % USt|Summe netto|brutto/);
  });

  test('shows private customers each price with VAT, and what an alternative costs more', async () => {
    const battery = {
      group: 'batteries' as const,
      lines: [
        line('Speicher 10', 5200, { vatRate: 19 }),
        line('Speicher 15', 7100, { vatRate: 19, active: false }),
      ],
    };
    const groups = [...terms.groups.filter(({ group }) => group !== 'batteries'), battery];
    const text = await textIn({ ...offer, terms: { ...terms, groups } });
    expect(text).toContain('Wallbox 1 Stk. 928,20 € netto 780,00 € 19 % 928,20 € netto 780,00 €');
    expect(text).toContain('statt Speicher 10: +2.261,00 € (netto +1.900,00 €)');
    expect(text).toContain('24 Stk. 95,00 € 0 % 2.280,00 €');
    const customer = { ...terms.customer, type: 'COMPANY' as const };
    const business = await textIn({ ...offer, terms: { ...terms, customer, groups } });
    expect(business).toContain('Wallbox 1 Stk. 780,00 € 19 % 780,00 €');
    expect(business).toContain('USt. Gesamt netto');
    expect(business).not.toContain('netto 780,00');
    const association = { ...terms.customer, type: 'HOUSING_COMMUNITY' as const };
    expect(await textIn({ ...offer, terms: { ...terms, customer: association, groups } })).toContain(
      '928,20 € netto 780,00 €',
    );
  });

  test('multiplies unit prices with VAT', async () => {
    const groups = [
      { group: 'equipment' as const, lines: [line('Klemme', 0.33, { quantity: 10, vatRate: 19 })] },
    ];
    expect(await textIn({ ...offer, terms: { ...terms, groups } })).toContain(
      '10 Stk. 0,3927 € netto 0,33 € 19 % 3,93 € netto 3,30 €',
    );
  });

  test('apportions amounts only if there are several rates', async () => {
    const discount = { group: 'additionalCosts' as const, lines: [line('Rabatt', -500, { vatRate: null })] };
    const groups = [...terms.groups.slice(0, 2), discount];
    const [zero] = terms.vatBreakdown;
    const one = await textIn({ ...offer, terms: { ...terms, groups, vatBreakdown: zero ? [zero] : [] } });
    expect(one).toContain('Rabatt 1 Stk. −500,00 € 0 % −500,00 €');
    expect(one).not.toMatch(/anteilig/i);
    expect(await textIn({ ...offer, terms: { ...terms, groups } })).toContain(
      '0 % und 19 % anteilig −500,00 €',
    );
  });

  test('has on its first page what a customer decides on', async () => {
    const contact = { name: 'Lena Vogt', phone: '0351 555 0112', email: 'lena.vogt@sonnendach.example' };
    const expected = {
      yieldKwh: 9100,
      selfConsumptionPercent: 38,
      autarkyPercent: 64,
      yieldSource: 'PV*SOL 2026',
    };
    const [page = ''] = (
      await textIn({ ...offer, terms: { ...terms, ...expected, contact, introText: null } })
    ).split('Seite 1 von');
    for (const part of [
      'Herrn Dr. Jürgen Groß Größlstraße 12a',
      'Kundennummer K-1042',
      'Ihr Kontakt Lena Vogt',
      'Einfamilienhaus Groß',
      'Sehr geehrter Herr Dr. Groß, gern bieten wir Ihnen an:',
      'Ertrag im Jahr 9.100 kWh',
      'Autarkie 64 %',
      'Prognose nach PV*SOL 2026, keine Zusicherung.',
      'Gesamtpreis inkl. 0 % und 19 % USt. 16.493,70 €',
      'Photovoltaikmodule 24 × Modul 440',
      'Leistungen Montage, Optimierer, Montage der Wallbox',
    ])
      expect(page.replaceAll(/\s+/g, ' ')).toContain(part);
    expect(await textIn(offer)).not.toContain('Herr Dr. Groß,');
  });

  test('has the texts of the company for consumers as its annex, and the payment plan in euros', async () => {
    const consumerTexts = {
      version: 3,
      withdrawalInstruction: 'Widerrufsrecht\n\nSie haben das Recht, binnen vierzehn Tagen',
      withdrawalForm: 'Hiermit widerrufe(n) ich/wir',
      earlyStart: 'Ich verlange, dass Sie beginnen.',
      termsAndConditions: '1. Geltung',
      paymentPlan: [
        { percent: 40, amount: 6597.48, due: 'bei Auftragserteilung' },
        { percent: 60, amount: 9896.22, due: 'nach Inbetriebnahme' },
      ],
      deliveryTime: '6 Wochen nach Auftrag',
      guarantee: 'Dichtheit: 10 Jahre',
    };
    const pdf = await render({ ...offer, terms: { ...terms, consumerTexts } });
    const text = await textOf(pdf);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Version 1 an: statt Speicher 10: Speicher 15, +1.900,00 € Ich bin Betreiber der Anlage. Ich verlange, dass Sie beginnen. Ort, Datum',
    );
    const annexes = text.split(/Seite \d von \d/).slice(-4, -1);
    expect(annexes.map((page) => page.trim().split(/[\s]/)[0])).toEqual([
      'Widerrufsbelehrung',
      'Muster-Widerrufsformular',
      'Allgemeine',
    ]);
    const indication = await textIn({
      ...offer,
      terms: { ...terms, consumerTexts, isIndicationPrice: true },
    });
    expect(indication).toContain('Zahlungsplan Für den Fall eines Auftrags');
    expect(indication).toContain('Widerrufsbelehrung Für den Fall eines Auftrags');
    const parts = [
      ...[
        '40 % bei Auftragserteilung 6.597,48 €',
        'Lieferung und Montage: 6 Wochen nach Auftrag',
        'Garantie: Dichtheit',
      ],
      ...[
        'Ort, Datum',
        'Widerrufsbelehrung Widerrufsrecht Sie haben',
        'Muster-Widerrufsformular Hiermit',
        '1. Geltung',
      ],
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  test('repeats the total above the signature', async () => {
    const pages = (await textIn(offer)).split(/Seite \d von/);
    const signed = pages.find((page) => page.includes('Ort, Datum')) ?? '';
    expect(signed).toContain('USt. 16.493,70 €');
    expect(signed).toContain('Ich nehme das Angebot AN-2026-00042, Version 1 an:');
  });

  test('names the roof and the warranties of products, and the general partner of a KG', async () => {
    const warranties = {
      manufacturerName: 'Sonnkraft',
      warrantyYears: 15,
      performanceWarrantyYears: 30,
      roofName: 'Süddach',
    };
    const groups = [{ group: 'modules' as const, lines: [line('Modul', 95, warranties)] }];
    const company = {
      ...terms.company,
      generalPartner: 'Müller Verwaltungs GmbH, Amtsgericht Dresden HRB 1',
    };
    const text = await textIn({ ...offer, terms: { ...terms, groups, company } });
    expect(text).toContain(
      'Dach: Süddach 15 Jahre Produktgarantie und 30 Jahre Leistungsgarantie des Herstellers (Sonnkraft)',
    );
    const rights =
      'Es besteht ein gesetzliches Mängelhaftungsrecht: Bei Mängeln haben Sie unentgeltlich die gesetzlichen Rechte. Garantien';
    expect(text.replaceAll(/\s+/g, ' ')).toContain(rights);
    expect(await textIn(offer)).toContain('Es besteht ein gesetzliches Mängelhaftungsrecht');
    const customer = { ...terms.customer, type: 'COMPANY' as const };
    expect(await textIn({ ...offer, terms: { ...terms, groups, customer } })).not.toContain('gesetzliche');
    expect(text).toContain('Persönlich haftende Gesellschafterin: Müller Verwaltungs GmbH');
    const owned = { ...terms.company, legalForm: 'e.K.', managingDirectors: ['Jörg Kühn'] };
    expect(await textIn({ ...offer, terms: { ...terms, company: owned } })).toContain('Inhaber: Jörg Kühn');
  });

  test('is printed with the evidence of a decision', async () => {
    const decision = {
      state: 'ACCEPTED',
      decidedAt: '2026-04-02T08:15:00.000Z',
      name: 'Jürgen Groß',
      reason: null,
      termsVersion: 'aB3dE5',
      startBeforeWithdrawalEnds: true,
      withdrawnAt: null,
    } as const;
    const consumerTexts = { ...noTexts, earlyStart: 'Ich verlange, dass Sie beginnen.' };
    const text = await textIn({ ...offer, terms: { ...terms, consumerTexts }, decision });
    expect(text).toContain(
      'Annahme des Angebots Angenommen am 02.04.2026, 10:15 Uhr Durch Jürgen Groß Erklärt Ich bin Betreiber der Anlage. Verlangt Ich verlange, dass Sie beginnen.',
    );
    expect(text).toContain('(SHA-256) aB3dE5');
    expect(text).not.toContain('Ort, Datum');
    const withdrawn = await textIn({ ...offer, decision: { ...decision, withdrawnAt: decision.decidedAt } });
    expect(withdrawn).toContain('Widerruf eingegangen am 02.04.2026');
  });

  test('is printed without lines and without anything about company and customer', async () => {
    const nothing = Object.fromEntries(Object.keys(terms.company).map((field) => [field, null]));
    const company = { ...nothing, name: 'Sonnendach', managingDirectors: [] } as never;
    const nobody = Object.fromEntries(Object.keys(terms.customer).map((field) => [field, null]));
    const customer = { ...nobody, type: 'PRIVATE' } as never;
    const text = await textIn({ ...offer, terms: { ...terms, company, customer, groups: [], roofs: [] } });
    expect(text).toContain('Dieses Angebot hat noch keine Positionen.');
  });

  test('wraps the longest names, also those without spaces', async () => {
    const long = (length: number) => 'Donaudampfschifffahrt'.repeat(10).slice(0, length);
    const name = long(200);
    const lines = [
      line(name, 999_999_999.99, { manufacturerName: name, description: name, quantity: 1.123 }),
    ];
    const company = { ...terms.company, name, email: `${long(60)}@${long(120)}.example` };
    const customer = {
      ...terms.customer,
      name,
      contactName: name,
      address: { ...address, street: name, city: name },
    };
    const [roof] = terms.roofs;
    const roofs = roof ? [{ ...roof, name }] : [];
    const groups = [{ group: 'modules' as const, lines }];
    const pdf = await render({ ...offer, terms: { ...terms, company, customer, groups, roofs } });
    expect((await factsOf(pdf)).cutOff).toEqual([]);
    expect(await textOf(pdf)).toContain('Seite 1 von 2');
  });

  test.each([
    [
      'a long name and address',
      'Wohnungseigentümergemeinschaft Sonnenhang, vertreten durch die Verwaltung ',
      90,
    ],
    ['the longest name and address', 'Donaudampfschifffahrt', 200],
  ])('keeps %s in the window of the envelope', async (_case, words, length) => {
    const long = words.repeat(10).slice(0, length).trim();
    const place = {
      ...address,
      street: long,
      addressLine2: 'Hinterhaus, 3. Etage',
      city: long,
      country: 'AT',
    };
    const company = { ...terms.company, name: long, address: place };
    const customer = { ...terms.customer, companyName: long, name: long, contactName: long, address: place };
    const places = await placesOf(await render({ ...offer, terms: { ...terms, company, customer } }));
    // Below the letterhead, beside the facts.
    const isLeft = ({ page, left, baseline }: (typeof places)[number]) =>
      page === 1 && left < 100 && baseline > 45;
    const below = places.findIndex(({ text }) => text.startsWith('Angebot AN-2026-00042'));
    const inWindow = places.slice(0, below).filter(isLeft);
    expect(inWindow.map(({ text }) => text).join(' ')).toMatch(/Hinterhaus.*Österreich|ÖSTERREICH/i);
    // DIN 5008, form B: 85 mm × 45 mm, 45 mm below the upper edge.
    expect(inWindow.filter(({ baseline, left, right }) => baseline > 90 || left < 20 || right > 105)).toEqual(
      [],
    );
  });

  test('has total and signature on one page, wherever the lines end', async () => {
    const counts = [1, 4, 7, 10, 13, 16, 19, 22];
    for (const count of counts) {
      const lines = Array.from({ length: count }, (_, index) => line(`Position ${index}`, 95));
      const groups = [{ group: 'modules' as const, lines }];
      const printed = await render({ ...offer, terms: { ...terms, groups, roofs: [], closingText: null } });
      const places = await placesOf(printed);
      const pageOf = (text: string) =>
        places.findLast((place) => place.text.includes(text))?.page ?? expect.fail();
      expect([count, pageOf('Unterschrift'), pageOf('nehme das Angebot')]).toEqual([
        count,
        pageOf('16.493,70'),
        pageOf('16.493,70'),
      ]);
    }
  });

  test('has the details of a company at its end if they are too long for the footer', async () => {
    const managingDirectors = Array.from({ length: 50 }, (_, index) => `Brandt${index}`);
    const pdf = await render({
      ...offer,
      terms: { ...terms, company: { ...terms.company, managingDirectors } },
    });
    expect((await factsOf(pdf)).cutOff).toEqual([]);
    const text = await textOf(pdf);
    for (const name of managingDirectors.slice(0, -1)) expect(text).toContain(`${name},`);
    expect(text.indexOf('HRB 98765')).toBeGreaterThan(text.indexOf('Unterschrift'));
    expect(text.split('HRB 98765')).toHaveLength(2);
  });

  test('is printed with □ for letters that the font does not have, and without emojis', async () => {
    const pdf = await render({
      ...offer,
      terms: { ...terms, introText: 'Gern! 👨‍👩‍👧 漢字 Zoe\u0308 O\u030Ck' },
    });
    expect(await textOf(pdf)).toContain('Gern! □ Zoë Ǒk');
    expect(await factsOf(pdf)).toMatchObject({ isTagged: true, isAccessible: true });
  });

  test('is printed without marks that reverse the text after them', async () => {
    const company = { ...terms.company, name: 'Sonnen\u202Edach\u202C Mü\u00ADller\u200B GmbH' };
    const text = await textIn({ ...offer, terms: { ...terms, company } });
    expect(text).toContain('Sonnendach Müller GmbH');
    expect(text).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
  });

  test('shows markup as text', async () => {
    const name = '#read("/etc/passwd") *x* $y$ @z <w> https://a.example';
    const groups = [{ group: 'modules' as const, lines: [line(name, 1)] }];
    expect(await textIn({ ...offer, terms: { ...terms, groups } })).toContain(name);
  });

  test('draws a roof as a schema if its size is unknown, and names modules beyond its edges', async () => {
    const [roof] = terms.roofs;
    const textWith = (changed: Partial<Terms['roofs'][number]>) => {
      const roofs = [{ ...roof, ...changed } as Terms['roofs'][number]];
      return textIn({ ...offer, terms: { ...terms, roofs } });
    };
    expect(await textWith({ width: null })).toContain('Schema, nicht maßstäblich');
    expect(await textWith({ width: 9 })).toContain('3 Module reichen über den Rand des Daches');
  });
});

test('the same offer results in the same bytes in every process', async () => {
  const other = createRenderer(limits);
  const content = await readFile(
    new URL('../../../apps/api/src/programs/demo/demo-logo.png', import.meta.url),
  );
  const withLogo = { ...offer, logo: { contentType: 'image/png', content } } as const;
  try {
    const first = await render(withLogo);
    await render(offer);
    expect((await render(withLogo)).equals(first)).toBe(true);
    expect((await other.render(await offerDocument(withLogo), signal)).equals(first)).toBe(true);
  } finally {
    other.close();
  }
});
