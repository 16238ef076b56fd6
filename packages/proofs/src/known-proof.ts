import type { TradeProof } from './proof-file.ts';

/** Under a key of nobody: it signs for no installation. */
const CHECKPOINT =
  'plecho.log/00000000-0000-4000-8000-000000000000/self-check\n4\nRS1VEllX+O9yJU635NQH1dz0A+SPJM78tLUvcwcVD6I=\n\n— plecho.log/00000000-0000-4000-8000-000000000000/self-check dJXKaV7uxndIO/nZJmU2+lPQSAj/rVAMW8Q1q/uPOrhttehk/d9HEHDyNC8Z2Q/90Obf2Ieobu81U+YNeIEibdQ/XAU=\n';

/** The proof of a trade in a market of three seconds, of which every step holds: a long that was liquidated at a spread. */
export const KNOWN_PROOF: TradeProof = {
  format: 'plecho-proof@1',
  trade: {
    id: '71',
    positionId: '70',
    market: 'self-check',
    label: 'Известный ответ',
    symbol: 'BTCUSDT',
    type: 'long',
    entryPrice: '60030',
    exitPrice: '53973',
    amount: '100',
    leverage: 10,
    size: '1000',
    fee: '0',
    pnl: '-100',
    pnlPercent: '-100',
    insurance: '0.899551',
    reason: 'liquidation',
    liquidationPrice: '54298.49246231',
    takeProfit: null,
    stopLoss: null,
    openTime: 1790000000,
    closeTime: 1790000002,
    entryRecord: { seq: '3', price: '60030', time: 1790000000100 },
    exitRecord: { seq: '20', price: '53973', time: 1790000002100 },
    bestPrice: null,
    worstPrice: null,
    path: null,
    seasonEnd: false,
    parts: [],
    rest: '0',
  },
  market: {
    id: 'self-check',
    definition:
      'cGxlY2hvLW1hcmtldEAxCnsiY29tbWl0bWVudCI6bnVsbCwibWFya2V0Ijp7ImlkIjoic2VsZi1jaGVjayIsImtpbmQiOiJzeW50aGV0aWMiLCJsYWJlbCI6ItCY0LfQstC10YHRgtC90YvQuSDQvtGC0LLQtdGCIiwic3RhcnRBdCI6MTc5MDAwMDAwMH0sIm9yaWdpbiI6InBsZWNoby5sb2cvMDAwMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAwL3NlbGYtY2hlY2siLCJwYXJhbWV0ZXJzIjp7fSwicHJpY2VEZWNpbWFscyI6WzIsMl0sInJldmVhbGVkIjpudWxsLCJydWxlcyI6eyJqdW1wQ29uZmlybU1zIjozMDAwMCwibWFpbnRlbmFuY2UiOiI1MDAwIiwibWF4SnVtcCI6IjMwMDAwMCIsInN0YWxlQWZ0ZXJNcyI6MTAwMDAsInRha2VyRmVlIjoiMCJ9LCJzcHJlYWRzIjp7IkJUQ1VTRFQiOiIxMDAwIn0sInN0YXJ0QmFsYW5jZSI6IjEwMDAwMDAwMDAiLCJzeW1ib2xzIjpbIkJUQ1VTRFQiLCJFVEhVU0RUIl19Cg==',
    proof: `c2sp.org/tlog-proof@v1\nindex 0\nzjKh2rF4RLTTpYugP1ZlEwdfomvKObfXdIetepmh1i4=\niOFOw7KXyLZ99LCrx3sz1g/ZYZ/86sTjQ6C8r6azfCE=\n\n${CHECKPOINT}`,
  },
  entry: {
    frame: 'RgHo38GijDQBAAQAAggBwKkHhw4ExwHIAQECBgLw5NwFhw4EqZwByAECAgYDkIfcBYcOBJWcAcgBAwIIAPAuhw4ECcgB',
    proof: `c2sp.org/tlog-proof@v1\nindex 1\nPZ4Q4yGW/ujtd1bP2tMvxpomrg/X3kh9QJ6PWSSlNOE=\niOFOw7KXyLZ99LCrx3sz1g/ZYZ/86sTjQ6C8r6azfCE=\n\n${CHECKPOINT}`,
  },
  exit: {
    frame: 'RgG478GijDQNAAQAAggBsNsGzw8Ezw/IAQECBwKGlkPPDwSpnAHIAQICBwO6jUPPDwSVnAHIAQMCCAD8Ks8PBGPIAQ==',
    proof: `c2sp.org/tlog-proof@v1\nindex 3\nbSUisFKnnMeTNbvCH9Y4QKlDzaA+lf4uHtVk5wFxhHs=\nYOcQnbS1akvkcjwjxtL+tmtB1XzvA+8IZrth2NfUW9E=\n\n${CHECKPOINT}`,
  },
  key: 'plecho.log/00000000-0000-4000-8000-000000000000/self-check+7495ca69+AYLL0Ger60/l3yNAAXeB2iy1UziuMZnk74ycUw4kmtP5',
  signature:
    'plecho-proof@1\nplecho.log/00000000-0000-4000-8000-000000000000/self-check\na8e6bc32bfb51e305f39cbaabb6334536f5ef9a2ba1595dd85caef320acdccfb\n\n— plecho.log/00000000-0000-4000-8000-000000000000/self-check dJXKaVO/ImuFCwsHPHBSf84F0d+6W3MZF3NiSNH5vRuFPtthZIX/FPiF9aqnW6TR70xPBhoouHl7cCtFyZ3EWO4KnQQ=\n',
};
