// Draws the templates in sample-forms: forms as grid operators publish them, of an operator that does not exist. They have what is
// found in real ones: two boxes with one name, a field on several pages, cells for each letter, long texts, buttons.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import fontkit from '@cantoo/fontkit';
import { PDFDocument, type PDFFont, type PDFPage, type PDFTextField, rgb } from '@cantoo/pdf-lib';

const font = (name: string) => readFileSync(new URL(`../fonts/${name}.ttf`, import.meta.url));
const [width, height] = [595, 842];
const margin = 50;
const labelSize = 7;
const ink = rgb(0.1, 0.15, 0.25);
const line = rgb(0.55, 0.6, 0.65);

interface Book {
  doc: PDFDocument;
  regular: PDFFont;
  bold: PDFFont;
}

interface Sheet extends Book {
  page: PDFPage;
}

/** Points from the left margin and from the top of the page. */
interface Place {
  x: number;
  y: number;
  width?: number;
  height?: number;
}

const frame = { borderColor: line, borderWidth: 0.5 };
const bottomOf = ({ y, height: tall = 18 }: Place) => height - y - tall;

function label({ page, regular }: Sheet, text: string, { x, y }: Place, size = labelSize): void {
  page.drawText(text, { x: margin + x, y: height - y, size, font: regular, color: ink });
}

function heading({ page, bold }: Sheet, text: string, y: number, size = 9): void {
  page.drawText(text, { x: margin, y: height - y, size, font: bold, color: ink });
}

function addPage(book: Book, title: string, subtitle: string): Sheet {
  const sheet = { ...book, page: book.doc.addPage([width, height]) };
  heading(sheet, 'Netze Musterstadt GmbH', 50, 8);
  heading(sheet, title, 78, 15);
  label(sheet, subtitle, { x: 0, y: 94 }, 8);
  return sheet;
}

function text(
  sheet: Sheet,
  name: string,
  caption: string,
  place: Place,
  prepare?: (field: PDFTextField) => void,
): void {
  label(sheet, caption, { x: place.x, y: place.y - 3 });
  const field = sheet.doc.getForm().createTextField(name);
  addText(sheet, field, place);
  prepare?.(field);
}

function addText({ page, regular }: Sheet, field: PDFTextField, place: Place): void {
  const { x, width: wide = 240, height: tall = 18 } = place;
  const area = { x: margin + x, y: bottomOf(place), width: wide, height: tall };
  field.addToPage(page, { ...area, ...frame, font: regular });
  field.setFontSize(10);
}

function box(sheet: Sheet, name: string, caption: string, place: Place): void {
  const field = sheet.doc.getForm().createCheckBox(name);
  field.addToPage(sheet.page, {
    x: margin + place.x,
    y: height - place.y - 9,
    width: 9,
    height: 9,
    ...frame,
  });
  label(sheet, caption, { x: place.x + 14, y: place.y + 8 }, 8);
}

/** Boxes of which one is ticked. */
function choices(
  sheet: Sheet,
  name: string,
  caption: string,
  options: Readonly<Record<string, string>>,
  place: Place,
) {
  label(sheet, caption, { x: place.x, y: place.y + 8 }, 8);
  const group = sheet.doc.getForm().createRadioGroup(name);
  for (const [index, [option, word]] of Object.entries(options).entries()) {
    const x = place.x + 190 + index * 75;
    group.addOptionToPage(option, sheet.page, {
      x: margin + x,
      y: height - place.y - 9,
      width: 9,
      height: 9,
      ...frame,
    });
    label(sheet, word, { x: x + 14, y: place.y + 8 }, 8);
  }
}

function signature(sheet: Sheet, y: number, people: readonly string[]): void {
  for (const [index, person] of people.entries()) {
    const x = index * 260;
    text(sheet, `Unterschrift_${index + 1}`, `Ort, Datum, Unterschrift ${person}`, {
      x,
      y,
      width: 235,
      height: 34,
    });
  }
}

function drawE1(book: Book): void {
  const sheet = addPage(book, 'E.1 Antragstellung', 'für Erzeugungsanlagen am Niederspannungsnetz');
  heading(sheet, 'Anlagenanschrift', 122);
  text(sheet, 'E1_Text1', 'Vorname, Name / Firma', { x: 0, y: 138 });
  text(sheet, 'E1_Text2', 'Telefon', { x: 255, y: 138 });
  text(sheet, 'E1_Text3', 'Straße, Hausnummer', { x: 0, y: 172 });
  text(sheet, 'E1_Text4', 'E-Mail', { x: 255, y: 172 });
  text(sheet, 'E1_PLZ', 'PLZ', { x: 0, y: 206, width: 85 }, (field) => {
    field.setMaxLength(5);
    field.enableCombing();
  });
  text(sheet, 'E1_Ort', 'Ort', { x: 100, y: 206, width: 140 });
  text(sheet, 'Anlage.Gemarkung', 'Gemarkung', { x: 255, y: 206, width: 115 });
  text(sheet, 'Anlage.Flurstueck', 'Flurstück', { x: 380, y: 206, width: 115 });

  heading(sheet, 'Anlagenerrichter (Elektrofachbetrieb)', 252);
  text(sheet, 'E1_Firma', 'Firma', { x: 0, y: 268 });
  text(sheet, 'E1_Nr', 'Eintragungsnummer beim Netzbetreiber', { x: 255, y: 268 });
  text(sheet, 'E1_FirmaAnschrift', 'Anschrift', { x: 0, y: 302, width: 240, height: 34 }, (field) =>
    field.enableMultiline(),
  );
  text(sheet, 'E1_FirmaTelefon', 'Telefon', { x: 255, y: 302 });

  heading(sheet, 'Anlage', 362);
  choices(
    sheet,
    'E1_Art',
    'Art der Maßnahme',
    { N: 'Neuerrichtung', E: 'Erweiterung', R: 'Rückbau' },
    { x: 0, y: 374 },
  );
  choices(
    sheet,
    'E1_Einspeisung',
    'Einspeisung',
    { U: 'Überschuss', V: 'Voll', K: 'keine' },
    { x: 0, y: 392 },
  );
  label(sheet, 'Messkonzept', { x: 0, y: 418 }, 8);
  const concept = sheet.doc.getForm().createDropdown('E1_Messkonzept');
  concept.addOptions(['Zweirichtungszähler', 'Kaskade', 'Wandlermessung', 'RLM']);
  concept.addToPage(sheet.page, {
    x: margin + 190,
    y: height - 424,
    width: 160,
    height: 18,
    ...frame,
    font: sheet.regular,
  });
  text(sheet, 'E1_Module', 'Module', { x: 0, y: 446, width: 320 });
  text(sheet, 'E1_kWp', 'Modulleistung in kWp', { x: 335, y: 446, width: 160 }, (field) =>
    field.setAlignment(2),
  );
  text(sheet, 'E1_Zaehler', 'Zählernummer', { x: 0, y: 480 });
  text(sheet, 'E1_Termin', 'Geplante Inbetriebsetzung', { x: 255, y: 480, width: 120 });
  box(sheet, 'E1_Speicher', 'mit Speicher', { x: 0, y: 516 });
  box(sheet, 'E1_Ladepunkt', 'mit Ladeeinrichtung', { x: 120, y: 516 });
  box(sheet, 'E1_Notstrom', 'mit Notstrom oder Ersatzstrom', { x: 255, y: 516 });
  heading(sheet, 'Unterschriften', 560);
  signature(sheet, 576, ['Anschlussnehmer', 'Anlagenerrichter']);
}

function drawE2(book: Book): void {
  drawE2Front(
    addPage(
      book,
      'E.2 Datenblatt Erzeugungsanlagen',
      'für jeden Typ von Erzeugungseinheiten ein Blatt; Seite 1 von 2',
    ),
  );
  drawE2Back(addPage(book, 'E.2 Datenblatt Erzeugungsanlagen', 'Seite 2 von 2'));
}

function drawE2Front(sheet: Sheet): void {
  heading(sheet, 'Anlagenanschrift', 122);
  text(sheet, 'E2_Text1', 'Vorname, Name / Firma', { x: 0, y: 138, width: 495 });
  text(sheet, 'E2_Text2', 'Straße, Hausnummer', { x: 0, y: 172 });
  text(sheet, 'E2_Text3', 'PLZ, Ort', { x: 255, y: 172 });
  heading(sheet, 'Erzeugungseinheit', 218);
  box(sheet, 'E2_Check Box15', 'Energieart Sonne', { x: 0, y: 230 });
  box(sheet, 'E2_Check Box16', 'andere', { x: 130, y: 230 });
  text(sheet, 'E2_Text6', 'Hersteller', { x: 0, y: 262 });
  text(sheet, 'E2_Text7', 'Typ', { x: 255, y: 262 });
  text(sheet, 'E2_Text8', 'Anzahl baugleicher Einheiten', { x: 0, y: 296, width: 115 });
  text(sheet, 'E2_Text9', 'Max. Wirkleistung P Emax in kW', { x: 125, y: 296, width: 115 });
  text(sheet, 'E2_Text10', 'Max. Scheinleistung S Emax in kVA', { x: 255, y: 296, width: 115 });
  text(sheet, 'E2_Text11', 'Bemessungsstrom I r in A', { x: 380, y: 296, width: 115 });
  text(sheet, 'E2_ZEREZ', 'ZEREZ-ID', { x: 0, y: 330 });
  box(sheet, 'E2_Check Box24', '1-phasig', { x: 255, y: 336 });
  box(sheet, 'E2_Check Box25', '3-phasig (Drehstrom)', { x: 335, y: 336 });
  choices(sheet, 'E2_Group26', 'Inselbetrieb vorgesehen', { Ja: 'ja', Nein: 'nein' }, { x: 0, y: 366 });
  choices(sheet, 'E2_Group27', 'Motorischer Anlauf vorgesehen', { Ja: 'ja', Nein: 'nein' }, { x: 0, y: 384 });
  choices(sheet, 'E2_NASchutz', 'NA-Schutz', { I: 'integriert', Z: 'zentral' }, { x: 0, y: 402 });
}

function drawE2Back(sheet: Sheet): void {
  label(sheet, 'Vorname, Name / Firma', { x: 0, y: 135 });
  addText(sheet, sheet.doc.getForm().getTextField('E2_Text1'), { x: 0, y: 138, width: 495 });
  text(sheet, 'E2_Bemerkungen', 'Bemerkungen', { x: 0, y: 182, width: 495, height: 90 }, (field) =>
    field.enableMultiline(),
  );
  heading(sheet, 'Unterschrift', 320);
  signature(sheet, 336, ['Anlagenerrichter']);
}

const drawings = { e1: drawE1, e2: drawE2 };

export type SampleFormName = keyof typeof drawings;

/** Returns the same bytes each time. */
export async function drawSampleForm(name: SampleFormName): Promise<Buffer> {
  const doc = await PDFDocument.create({ updateMetadata: false });
  doc.registerFontkit(fontkit);
  const regular = await doc.embedFont(font('Inter-Regular'), { subset: true });
  const bold = await doc.embedFont(font('Inter-SemiBold'), { subset: true });
  drawings[name]({ doc, regular, bold });
  doc.getForm().updateFieldAppearances(regular);
  return Buffer.from(await doc.save({ updateFieldAppearances: false }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const name of Object.keys(drawings) as SampleFormName[])
    writeFileSync(new URL(`../sample-forms/${name}.pdf`, import.meta.url), await drawSampleForm(name));
