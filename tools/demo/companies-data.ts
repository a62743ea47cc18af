export type OrganisationType = "Commercial" | "Charity" | "Education" | "Government";

/** A customer of the demo. Every company and person in it is fictitious. */
export type Company = {
  name: string;
  /** Under `.example`, a reserved domain. */
  domain: string;
  address1: string;
  townCity: string;
  county: string | null;
  postCode: string;
  contact: string;
  organisationType: OrganisationType;
  /** People with a mailbox; the size of its orders depends on them. */
  people: number;
};

type Row = readonly [
  name: string,
  stem: string,
  address1: string,
  townCity: string,
  county: string | null,
  postCode: string,
  contact: string,
  people: number,
  organisationType?: OrganisationType,
];

const harbour: readonly Row[] = [
  ["Acme Dental", "acme", "14 Queen Square", "Bristol", null, "BS1 4NT", "Priya Shah", 24],
  ["Ashdown & Pryce Solicitors", "ashdownpryce", "3 Park Row", "Bristol", null, "BS1 5LJ", "Helen Pryce", 31],
  ["Avonside Physiotherapy", "avonsidephysio", "22 Keynsham Road", "Keynsham", "Somerset", "BS31 1BZ", "Tom Avery", 9],
  ["Barleymow Breweries", "barleymow", "Unit 6, Feeder Road", "Bristol", null, "BS2 0UX", "Gareth Cole", 17],
  [
    "Beacon Hill Primary School",
    "beaconhill",
    "Beacon Lane",
    "Falmouth",
    "Cornwall",
    "TR11 2HD",
    "Moira Penrose",
    38,
    "Education",
  ],
  ["Blackthorn Architects", "blackthorn", "9 Gay Street", "Bath", "Somerset", "BA1 2PD", "Oliver Trent", 14],
  ["Bramley Veterinary Group", "bramleyvets", "71 Orchard Road", "Taunton", "Somerset", "TA1 3TP", "Sarah Bramley", 22],
  [
    "Brightwater Housing Association",
    "brightwaterha",
    "Brightwater House, 40 Union Street",
    "Plymouth",
    "Devon",
    "PL1 3EZ",
    "Denise Walker",
    64,
    "Charity",
  ],
  ["Caldicott Insurance Brokers", "caldicott", "18 Windsor Place", "Cardiff", null, "CF10 3BY", "Rhys Caldicott", 19],
  ["Castlegate Estates", "castlegate", "5 High Street", "Taunton", "Somerset", "TA1 3PL", "Fiona Marsh", 12],
  [
    "Chapel Street Dental Care",
    "chapelstreetdental",
    "31 Chapel Street",
    "Penzance",
    "Cornwall",
    "TR18 4AJ",
    "Anil Mehta",
    8,
  ],
  [
    "Clearwater Pools and Spas",
    "clearwaterpools",
    "Unit 2, Marsh Barton",
    "Exeter",
    "Devon",
    "EX2 8QN",
    "Craig Hooper",
    11,
  ],
  ["Coastline Freight", "coastlinefreight", "Dock Gate 4", "Southampton", "Hampshire", "SO14 3FJ", "Martin Osei", 42],
  [
    "Cotswold Stone Masons",
    "cotswoldmasons",
    "The Old Quarry",
    "Cirencester",
    "Gloucestershire",
    "GL7 1UY",
    "Sukarno",
    7,
  ],
  [
    "Crossways Community Trust",
    "crosswaystrust",
    "88 Stapleton Road",
    "Bristol",
    null,
    "BS5 0PW",
    "Amina Yusuf",
    16,
    "Charity",
  ],
  ["海港精密工程有限公司", "dartmarine", "South Embankment", "Dartmouth", "Devon", "TQ6 9BH", "李伟", 26],
  ["Elm Tree Nurseries", "elmtree", "Elm Tree Lane", "Yeovil", "Somerset", "BA20 2QP", "Joanna Reed", 13],
  [
    "Fairfield Accountancy",
    "fairfieldaccounts",
    "2 Imperial Square",
    "Cheltenham",
    "Gloucestershire",
    "GL50 1QB",
    "Simon Fairfield",
    18,
  ],
  ["Fenwick Timber", "fenwicktimber", "Sawmill Yard", "Barnstaple", "Devon", "EX31 2AU", "Laura Fenwick", 15],
  ["Georgian House Hotels", "georgianhouse", "12 The Circus", "Bath", "Somerset", "BA1 2EW", "Charlotte Venn", 35],
  [
    "شركة النور للتجارة (Al Noor)",
    "greenacre",
    "Market Road",
    "Hereford",
    "Herefordshire",
    "HR4 9HU",
    "نور الهاشمي",
    10,
  ],
  [
    "Halyard Yacht Services",
    "halyard",
    "Cowes Marina, Clarence Road",
    "East Cowes",
    "Isle of Wight",
    "PO32 6HA",
    "Nick Farrow",
    12,
  ],
  ["Harcourt Legal", "harcourtlegal", "1 Colston Avenue", "Bristol", null, "BS1 4UA", "Victoria Harcourt", 28],
  ["Hawthorn Care Homes", "hawthorncare", "56 Pennsylvania Road", "Exeter", "Devon", "EX4 6DH", "Grace Adeyemi", 47],
  [
    "Kestrel Aerospace Components",
    "kestrelaero",
    "Filton Trading Estate",
    "Bristol",
    null,
    "BS34 7QS",
    "Daniel Moss",
    58,
  ],
  [
    "Kingfisher Publishing",
    "kingfisherbooks",
    "7 Broad Street",
    "Oxford",
    "Oxfordshire",
    "OX1 3AS",
    "Beatrice Lyle",
    21,
  ],
  [
    "Lantern Street Theatre",
    "lanternstreet",
    "19 King Street",
    "Bristol",
    null,
    "BS1 4EF",
    "Marcus Bell",
    14,
    "Charity",
  ],
  ["Lighthouse Opticians", "lighthouseoptics", "44 Fore Street", "Truro", "Cornwall", "TR1 2AE", "Emma Tregear", 9],
  [
    "Longmeadow Foods",
    "longmeadow",
    "Longmeadow Industrial Park",
    "Gloucester",
    "Gloucestershire",
    "GL2 5DW",
    "Paul Whitcombe",
    51,
  ],
  ["Maple & Finch Interiors", "maplefinch", "26 Clifton Down Road", "Bristol", null, "BS8 4AG", "Isla Finch", 6],
  ["Mendip Outdoor Centre", "mendipoutdoor", "Charterhouse Lane", "Cheddar", "Somerset", "BS27 3XR", "Josh Tanner", 11],
  ["Merchant Quay Wines", "merchantquay", "Wapping Wharf", "Bristol", null, "BS1 6GX", "Sophie Laurent", 8],
  [
    "Northgate Motor Group",
    "northgatemotors",
    "112 Northgate Street",
    "Gloucester",
    "Gloucestershire",
    "GL1 1SL",
    "Kevin Prosser",
    33,
  ],
  [
    "Oakfield Town Council",
    "oakfieldcouncil",
    "Town Hall, Market Place",
    "Wells",
    "Somerset",
    "BA5 2RB",
    "Ruth Chilcott",
    20,
    "Government",
  ],
  ["Penhallow Gallery", "penhallow", "The Wharf", "St Ives", "Cornwall", "TR26 1LP", "Demelza Penhallow", 5],
  ["Pinnacle Scaffolding", "pinnaclescaffold", "Unit 11, Avonmouth Way", "Bristol", null, "BS11 8DB", "Dean Rudge", 12],
  ["Redcliffe Recruitment", "redcliffe", "Redcliff Hill", "Bristol", null, "BS1 6SJ", "Natalie Ford", 23],
  ["Riverbank Surveyors", "riverbank", "15 Quayside", "Exeter", "Devon", "EX2 4AN", "Alastair Budd", 16],
  ["Saltmarsh Seafood", "saltmarsh", "Fish Quay", "Brixham", "Devon", "TQ5 8AW", "Carly Dunn", 13],
  ["Severn Valley Printing", "severnprint", "Spring Gardens", "Shrewsbury", "Shropshire", "SY1 2SZ", "Howard Pugh", 18],
  ["Silverthorne Wealth", "silverthorne", "30 Berkeley Square", "Bristol", null, "BS8 1HP", "Rachel Thorne", 15],
  [
    "Stonebridge Academy",
    "stonebridge",
    "Bridge Road",
    "Swindon",
    "Wiltshire",
    "SN1 5JE",
    "Colin Draper",
    72,
    "Education",
  ],
  ["Tamar Valley Growers", "tamargrowers", "Station Road", "Gunnislake", "Cornwall", "PL18 9DX", "Jenny Rowe", 7],
  [
    "Westbury Electrical",
    "westburyelectrical",
    "9 Station Approach",
    "Westbury",
    "Wiltshire",
    "BA13 4HP",
    "Ian Cross",
    14,
  ],
  ["Wyvern Logistics", "wyvernlogistics", "Portbury Way", "Portishead", "Somerset", "BS20 7XN", "Katherine Lund", 44],
  // As long as a name may be.
  [
    "The Worshipful Guild of Basket Makers, Coopers, and Sail Weavers of Bristol, Bath and North Somerset",
    "basketmakers",
    "Guild Hall, Small Street",
    "Bristol",
    null,
    "BS1 1DW",
    "Constance Fairweather",
    8,
    "Charity",
  ],
];

const liffey: readonly Row[] = [
  ["Ardmore Distillers", "ardmoredistillers", "Main Street", "Ardmore", "Waterford", "P36 YH90", "Cormac Power", 18],
  ["Ballyknock Creamery", "ballyknock", "Creamery Road", "Mallow", "Cork", "P51 K2T8", "Siobhán Lynch", 27],
  [
    "Byrne & Daughters Solicitors",
    "byrnedaughters",
    "41 Merrion Square",
    "Dublin",
    "Dublin",
    "D02 P584",
    "Niamh Byrne",
    22,
  ],
  ["Claddagh Fisheries", "claddaghfish", "The Docks", "Galway", "Galway", "H91 X2C3", "Padraig Folan", 11],
  [
    "Corrib Medical Centre",
    "corribmedical",
    "8 Eyre Square",
    "Galway",
    "Galway",
    "H91 A9N7",
    "Aoife Ní Fhlaithearta",
    16,
  ],
  [
    "Dunmore Engineering",
    "dunmoreeng",
    "Unit 3, Raheen Business Park",
    "Limerick",
    "Limerick",
    "V94 F4K2",
    "Brendan Hogan",
    36,
  ],
  [
    "Fitzgerald Auctioneers",
    "fitzgeraldauctions",
    "23 Parliament Street",
    "Kilkenny",
    "Kilkenny",
    "R95 W5D1",
    "Maeve Fitzgerald",
    9,
  ],
  [
    "Glenbrook National School",
    "glenbrookns",
    "Glenbrook",
    "Passage West",
    "Cork",
    "T12 H7V9",
    "Eoin Casey",
    29,
    "Education",
  ],
  ["O’Hara’s Stud", "kilbridestud", "Kilbride", "Naas", "Kildare", "W91 R6C4", "Orla Kennedy", 8],
  ["Liberties Food Hall", "libertiesfood", "104 Thomas Street", "Dublin", "Dublin", "D08 E3N6", "Conor Walsh", 14],
  ["Moyle Architects", "moylearchitects", "6 Percy Place", "Dublin", "Dublin", "D04 V2K9", "Ciara Moyle", 12],
  ["Shannonside Freight", "shannonside", "Dock Road", "Limerick", "Limerick", "V94 T1C8", "Declan Ryan", 41],
  ["Slieve Bloom Energy", "slievebloom", "Bridge Street", "Portlaoise", "Laois", "R32 C8P3", "Gráinne Delaney", 33],
  ["Tigh Mór Hotels", "tighmor", "Kenmare Place", "Killarney", "Kerry", "V93 X7D2", "Sinéad O'Sullivan", 46],
  [
    "Wicklow Hospice Trust",
    "wicklowhospice",
    "Magheramore",
    "Wicklow",
    "Wicklow",
    "A67 N2F4",
    "Fergal Doyle",
    19,
    "Charity",
  ],
];

const toCompany = ([
  name,
  stem,
  address1,
  townCity,
  county,
  postCode,
  contact,
  people,
  organisationType = "Commercial",
]: Row): Company => ({
  name,
  domain: `${stem}.example`,
  address1,
  townCity,
  county,
  postCode,
  contact,
  organisationType,
  people,
});

export const companies = { harbour: harbour.map(toCompany), liffey: liffey.map(toCompany) };

/** Names for people without a story in the demo. */
export const firstNames = {
  harbour:
    "Olivia,Jack,Amelia,Harry,Isla,George,Ava,Noah,Mia,Leo,Freya,Arthur,Lily,Oscar,Evie,Theo,Zara,Imran,Chloe,Ben,Hannah,Callum,Megan,Rhys,Bethan,Kwame,Anika,Lewis,Poppy,Samuel,Naomi,Euan".split(
      ",",
    ),
  liffey:
    "Aoife,Conor,Saoirse,Cian,Niamh,Oisín,Ciara,Darragh,Róisín,Fionn,Caoimhe,Eoin,Clodagh,Ronan,Sinéad,Tadhg,Orla,Cathal,Méabh,Donal".split(
      ",",
    ),
};
export const lastNames = {
  harbour:
    "Smith,Jones,Taylor,Williams,Davies,Evans,Thomas,Roberts,Walker,Wright,Hughes,Green,Hall,Clarke,Patel,Edwards,Wood,Khan,Harris,Cooper,King,Baker,Turner,Hill,Ward,Morgan,Bennett,Okafor,Ellis,Marshall,Pearce,Webb".split(
      ",",
    ),
  liffey:
    "Murphy,Kelly,O'Brien,Walsh,O'Connor,Doyle,McCarthy,Gallagher,Kavanagh,Nolan,Brennan,Burke,Moran,Duffy,Keane,Daly,Healy,Quinn,Farrell,Sheehan".split(
      ",",
    ),
};

export const jobTitles =
  "Office manager,Accounts assistant,Operations lead,Sales executive,Receptionist,Project coordinator,Team leader,Administrator".split(
    ",",
  );
