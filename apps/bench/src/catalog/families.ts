import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Material } from '@pv-planning/contract';
import type { OpenApiDocument } from '@pv-planning/contract/document';

/** A series of articles in a wholesaler's list that differ only in size. */
export interface Family {
  label: string;
  materialType: string;
  unit: string;
  vatRate: number;
  /** Type-specific fields. */
  data: Record<string, unknown>;
}

/** Labels by the name of an example in the contract. Most of a wholesaler's articles are small parts. */
const labels = {
  PvModule: ['Glas-Glas-Modul 440 Wp', 'Solarmodul 430 Wp Full Black'],
  Inverter: ['Hybridwechselrichter 10 kW', 'Wechselrichter 8 kW'],
  Battery: ['Batteriemodul LFP 5 kWh'],
  Wallbox: ['Wallbox 11 kW mit Kabel'],
  EmergencyPower: ['Umschaltbox Ersatzstrom'],
  Subconstruction: ['Dachhaken Edelstahl', 'Montageschiene Aluminium', 'Aufständerung Ost-West'],
  Equipment: ['Energiezähler dreiphasig', 'Überspannungsschutz DC Typ 2', 'Leistungsoptimierer'],
  MiscMaterial: [
    'Solarkabel 6 mm² schwarz',
    'Erdkabel NYY-J 5x10',
    'Kabelbinder UV-beständig',
    'Steckverbinder MC4',
    'Leitungsschutzschalter B16',
    'Zylinderschraube Edelstahl',
    'Zählerschrank mit Montageplatte',
  ],
};

const contractFile = fileURLToPath(import.meta.resolve('@pv-planning/contract/openapi.json'));
const { components } = JSON.parse(readFileSync(contractFile, 'utf8')) as OpenApiDocument;
const common = components.schemas.MaterialCommon?.properties ?? {};

/** Excludes the IDs of compatible products, which are stored in another table. */
const isOwn = (field: string) => !(field in common) && !field.startsWith('compatible');

function familiesLike(example: string, names: readonly string[]): Family[] {
  const product = components.examples?.[example]?.value as Material | undefined;
  if (!product) throw new Error(`The contract has no example ${example}.`);
  const { materialType, unit, vatRate } = product;
  const data = Object.fromEntries(Object.entries(product).filter(([field]) => isOwn(field)));
  return names.map((label) => ({ label, materialType, unit, vatRate, data }));
}

export const families: readonly Family[] = Object.entries(labels).flatMap(([example, names]) =>
  familiesLike(example, names),
);
