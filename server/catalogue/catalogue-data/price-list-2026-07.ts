import type { PriceListData } from "./offer-data.ts";

/** What changes in July 2026; everything else keeps its price. Each row: offer, cost and recommended price in pounds, the same in euros; per unit and billing period. */
export const priceList202607: PriceListData = {
  from: "2026-07-01",
  rows: [
    ["CFQ7TTC0LH18:0001:P1M:monthly", "4.97", "5.86", "5.81", "6.85"],
    ["CFQ7TTC0LH18:0001:P1Y:monthly", "4.35", "5.12", "5.09", "6.00"],
    ["CFQ7TTC0LH18:0001:P1Y:annual", "49.68", "58.56", "58.13", "68.52"],
    ["CFQ7TTC0LDPB:0001:P1M:monthly", "10.28", "12.10", "12.03", "14.15"],
    ["CFQ7TTC0LDPB:0001:P1Y:monthly", "9.00", "10.58", "10.53", "12.38"],
    ["CFQ7TTC0LDPB:0001:P1Y:annual", "102.84", "120.96", "120.32", "141.52"],
    ["CFQ7TTC0LH05:0001:P1M:monthly", "8.41", "9.90", "9.84", "11.58"],
    ["CFQ7TTC0LH05:0001:P1Y:monthly", "7.36", "8.66", "8.61", "10.14"],
    ["CFQ7TTC0LH05:0001:P1Y:annual", "84.12", "99.00", "98.42", "115.83"],
    ["CFQ7TTC0LFLX:0001:P1M:monthly", "33.92", "39.91", "39.69", "46.70"],
    ["CFQ7TTC0LFLX:0001:P1Y:monthly", "29.68", "34.92", "34.73", "40.86"],
    ["CFQ7TTC0LFLX:0001:P1Y:annual", "339.24", "399.12", "396.91", "466.97"],
    ["CFQ7TTC0LFLX:0001:P3Y:monthly", "28.79", "33.88", "33.69", "39.63"],
    ["CFQ7TTC0LFLX:0001:P3Y:annual", "329.06", "387.15", "385.00", "452.96"],
    ["CFQ7TTC0LFLX:0001:P3Y:triennial", "987.19", "1161.44", "1155.01", "1358.88"],
    ["CFQ7TTC0LFLZ:0002:P1M:monthly", "53.06", "62.42", "62.08", "73.04"],
    ["CFQ7TTC0LFLZ:0002:P1Y:monthly", "46.43", "54.62", "54.32", "63.91"],
    ["CFQ7TTC0LFLZ:0002:P1Y:annual", "530.64", "624.24", "620.85", "730.36"],
    ["CFQ7TTC0LFLZ:0002:P3Y:monthly", "45.04", "52.98", "52.69", "61.99"],
    ["CFQ7TTC0LFLZ:0002:P3Y:annual", "514.72", "605.51", "602.22", "708.45"],
    ["CFQ7TTC0LFLZ:0002:P3Y:triennial", "1544.16", "1816.54", "1806.67", "2125.35"],
    ["CFQ7TTC0LF8R:0001:P1M:monthly", "22.60", "26.58", "26.44", "31.10"],
    ["CFQ7TTC0LF8R:0001:P1Y:monthly", "19.77", "23.26", "23.13", "27.21"],
    ["CFQ7TTC0LF8R:0001:P1Y:annual", "225.96", "265.80", "264.37", "310.99"],
    ["phone-t54w:none:once", "122.00", "159.00", "142.74", "186.03"],
  ],
};
