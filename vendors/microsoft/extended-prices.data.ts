import type { PriceListData } from "../catalogue-data.ts";

/**
 * Prices of a month in extended service: 3 % above the term of a month, or 23 % above the month of a yearly term where
 * there is none. Microsoft lists them under numbers of their own (view `licensebasedest`).
 */
export const extendedPrices: PriceListData = {
  from: "2026-05-05",
  rows: [
    ["CFQ7TTC0LH18:0001:none:daily", "5.12", "6.04", "5.98", "7.06"],
    ["CFQ7TTC0LDPB:0001:none:daily", "10.59", "12.46", "12.39", "14.57"],
    ["CFQ7TTC0LCHC:0002:none:daily", "17.76", "20.89", "20.79", "24.44"],
    ["CFQ7TTC0LH1G:0001:none:daily", "8.30", "9.76", "9.71", "11.42"],
    ["CFQ7TTC0LGZT:0001:none:daily", "10.30", "12.11", "12.05", "14.17"],
    ["CFQ7TTC0LH05:0001:none:daily", "8.66", "10.20", "10.14", "11.93"],
    ["CFQ7TTC0LFLX:0001:none:daily", "34.94", "41.11", "40.88", "48.10"],
    ["CFQ7TTC0LFLZ:0002:none:daily", "54.65", "64.29", "63.94", "75.23"],
    ["CFQ7TTC0LF8Q:0001:none:daily", "7.98", "9.39", "9.34", "10.99"],
    ["CFQ7TTC0LF8R:0001:none:daily", "23.28", "27.38", "27.23", "32.03"],
    ["CFQ7TTC0LF8S:0002:none:daily", "34.67", "40.79", "40.56", "47.72"],
    ["CFQ7TTC0LH16:0001:none:daily", "3.15", "3.71", "3.69", "4.34"],
    ["CFQ7TTC0LH1P:0001:none:daily", "6.30", "7.42", "7.37", "8.67"],
    ["CFQ7TTC0LH0L:0001:none:daily", "1.59", "1.85", "1.85", "2.17"],
    ["CFQ7TTC0LH0J:0001:none:daily", "2.42", "2.84", "2.83", "3.33"],
    ["CFQ7TTC0LH04:0001:none:daily", "1.59", "1.85", "1.85", "2.17"],
    ["CFQ7TTC0LHXH:0001:none:daily", "4.00", "4.70", "4.67", "5.50"],
    ["CFQ7TTC0J7M8:0001:none:daily", "2.42", "2.84", "2.83", "3.33"],
    ["CFQ7TTC0LCH4:0001:none:daily", "6.30", "7.42", "7.37", "8.67"],
    ["CFQ7TTC0LHT4:0001:none:daily", "8.83", "10.38", "10.32", "12.14"],
    ["CFQ7TTC0LFJ1:0001:none:daily", "13.66", "16.07", "15.98", "18.80"],
    ["CFQ7TTC0LFLS:0002:none:daily", "4.83", "5.69", "5.65", "6.65"],
    ["CFQ7TTC0LFK5:0001:none:daily", "7.25", "8.53", "8.49", "9.98"],
    ["CFQ7TTC0L3PB:0001:none:daily", "10.71", "12.61", "12.54", "14.75"],
    ["CFQ7TTC0HL8W:0001:none:daily", "18.40", "21.63", "21.52", "25.31"],
    ["CFQ7TTC0HD33:0001:none:daily", "4.00", "4.70", "4.67", "5.50"],
    ["CFQ7TTC0HD32:0001:none:daily", "11.98", "14.09", "14.01", "16.49"],
    ["CFQ7TTC0HDB1:0001:none:daily", "7.98", "9.39", "9.34", "10.99"],
    ["CFQ7TTC0HDB0:0001:none:daily", "23.96", "28.18", "28.03", "32.97"],
    ["CFQ7TTC0HD9Z:0001:none:daily", "43.92", "51.66", "51.38", "60.45"],
    ["CFQ7TTC0JN4R:0001:none:daily", "3.27", "3.83", "3.82", "4.48"],
    ["CFQ7TTC0RM8K:0001:none:daily", "4.32", "5.07", "5.05", "5.93"],
    ["CFQ7TTC0LH0T:0001:none:daily", "6.30", "7.42", "7.37", "8.67"],
    ["CFQ7TTC0MM8R:0001:none:daily", "27.01", "31.91", "31.60", "37.32"],
    ["CFQ7TTC0LFNK:0001:none:daily", "54.78", "64.45", "64.10", "75.40"],
    ["CFQ7TTC0LFF1:0001:none:daily", "88.92", "104.61", "104.03", "122.40"],
  ],
};
