//! The operations of the instruction set on planes, one row each: how wide they are and what they count for.

/// Makes an enum of operations from its rows: `Names: planes of each operand -> planes of the result, FLOP, special`,
/// with `, compares` for those that yield 0 or 1 whatever they compare.
///
/// FLOP count arithmetic on floats, one for each operation and two for `fma`; comparing, rounding, moving and converting
/// count none. `special` counts instructions of the special function unit: a division takes a reciprocal, a power a
/// logarithm and an exponential, a tangent a sine, a cosine and a reciprocal.
macro_rules! operations {
    ($(#[$doc:meta])* $type:ident {
        $($($name:ident)+: $($operand:literal)+ -> $result:literal, $flop:literal, $special:literal $(, $compares:ident)?;)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "named after what they compute, with I, U or F for the type where they differ by it")]
        pub enum $type { $($($name),+),* }

        impl $type {
            /// Planes of 32 bits that the result takes: two for 64 bits.
            #[inline(always)]
            pub fn planes(self) -> u32 {
                match self { $($(Self::$name)|+ => $result),* }
            }

            /// Whether an operand or the result has 64 bits.
            #[inline(always)]
            pub fn is_wide(self) -> bool {
                match self { $($(Self::$name)|+ => $result == 2 $(|| $operand == 2)+),* }
            }

            /// Operations on floats that it counts for.
            pub fn flop(self) -> u32 {
                match self { $($(Self::$name)|+ => $flop),* }
            }

            /// Instructions of the special function unit that it takes.
            pub fn special(self) -> u32 {
                match self { $($(Self::$name)|+ => $special),* }
            }

            /// Whether it compares: then the result is 0 or 1.
            pub fn compares(self) -> bool {
                match self { $($(Self::$name)|+ => operations!(@is $($compares)?)),* }
            }
        }
    };
    (@is) => { false };
    (@is compares) => { true };
}

operations! {
    /// One operand.
    Un {
        NotB NotI NegI AbsI SignI Clz Ctz Popcount Reverse FirstLeadingI FirstLeadingU FirstTrailing
            SignExtend8 SignExtend16 NegF AbsF SignF Floor Ceil Round Trunc Fract: 1 -> 1, 0, 0;
        Sqrt InverseSqrt Sin Cos: 1 -> 1, 1, 1;
        Tan: 1 -> 1, 1, 3;
        Asin Acos Atan: 1 -> 1, 1, 1;
        Sinh Cosh: 1 -> 1, 1, 2;
        Tanh: 1 -> 1, 1, 3;
        Asinh Acosh Atanh: 1 -> 1, 1, 2;
        Exp Exp2 Log Log2: 1 -> 1, 1, 1;
        RoundF16 IsNan IsInf FrexpFract FrexpExp ToF16Bits FromF16Bits PackSnorm8 PackUnorm8 PackSnorm16
            PackUnorm16 UnpackSnorm8 UnpackUnorm8 UnpackSnorm16 UnpackUnorm16
            F32ToI32 F32ToU32 I32ToF32 U32ToF32: 1 -> 1, 0, 0;
        Neg64 Abs64 Sign64 Clz64 Ctz64 Popcount64 Reverse64 FirstLeadingI64 FirstLeadingU64
            FirstTrailing64: 2 -> 2, 0, 0;
        F32ToI64 F32ToU64: 1 -> 2, 0, 0;
        NonZero64 I64ToF32 U64ToF32: 2 -> 1, 0, 0;
    }
}

operations! {
    /// Two operands. Shifts of 64 bits take an amount of 32.
    Bin {
        AddI SubI MulI DivI DivU RemI RemU MinI MaxI MinU MaxU And Or Xor Shl ShrI ShrU: 1 1 -> 1, 0, 0;
        EqI NeI LtI LeI LtU LeU: 1 1 -> 1, 0, 0, compares;
        AddF SubF MulF: 1 1 -> 1, 1, 0;
        DivF: 1 1 -> 1, 1, 1;
        // By a literal.
        DivByF: 1 1 -> 1, 1, 0;
        RemF: 1 1 -> 1, 1, 1;
        MinF MaxF: 1 1 -> 1, 0, 0;
        EqF NeF LtF LeF: 1 1 -> 1, 0, 0, compares;
        Pow Atan2: 1 1 -> 1, 1, 2;
        Ldexp Dot4I8 Dot4U8: 1 1 -> 1, 0, 0;
        Add64 Sub64 Mul64 DivI64 DivU64 RemI64 RemU64 MinI64 MaxI64 MinU64 MaxU64: 2 2 -> 2, 0, 0;
        Shl64 ShrI64 ShrU64: 2 1 -> 2, 0, 0;
        Eq64 Ne64 LtI64 LeI64 LtU64 LeU64: 2 2 -> 1, 0, 0, compares;
    }
}

operations! {
    /// Three operands.
    Tern {
        // a ? b : c
        Select: 1 1 1 -> 1, 0, 0;
        Fma: 1 1 1 -> 1, 2, 0;
        MulAddI: 1 1 1 -> 1, 0, 0;
        // A product and a sum, each rounded.
        MulAddF: 1 1 1 -> 1, 2, 0;
        // The value, the offset and the count.
        ExtractI ExtractU: 1 1 1 -> 1, 0, 0;
    }
}

impl Un {
    /// Operations on integers.
    pub fn integer_operations(self) -> u32 {
        u32::from(matches!(self, Self::NotI | Self::NegI | Self::AbsI | Self::Neg64 | Self::Abs64))
    }

    /// Whether it converts between integers and floats, rounds (a conversion of a float to a float in PTX), or counts or reverses bits.
    pub fn converts(self) -> bool {
        matches!(
            self,
            Self::F32ToI32
                | Self::F32ToU32
                | Self::I32ToF32
                | Self::U32ToF32
                | Self::Clz
                | Self::Ctz
                | Self::Popcount
                | Self::FirstLeadingI
                | Self::FirstLeadingU
                | Self::FirstTrailing
                | Self::Reverse
                | Self::Floor
                | Self::Ceil
                | Self::Round
                | Self::Trunc
                | Self::Fract
        ) || self.unpacks()
            || matches!(self, Self::PackSnorm8 | Self::PackUnorm8)
    }

    /// Whether it makes a float of a 32-bit integer, or of a part of one.
    pub fn floats_integer(self) -> bool {
        matches!(self, Self::I32ToF32 | Self::U32ToF32) || self.unpacks()
    }

    /// Whether it converts a field of bits to a fraction.
    pub fn unpacks(self) -> bool {
        matches!(self, Self::UnpackSnorm8 | Self::UnpackUnorm8 | Self::UnpackSnorm16 | Self::UnpackUnorm16)
    }
}

impl Bin {
    /// Operations on integers: of a packed dot product those of its sum with what it is added to, too.
    pub fn integer_operations(self) -> u32 {
        match self {
            Self::Dot4I8 | Self::Dot4U8 => 8,
            Self::Shl | Self::ShrI | Self::ShrU | Self::Shl64 | Self::ShrI64 | Self::ShrU64 => 1,
            Self::And | Self::Or | Self::Xor => 1,
            Self::AddI | Self::SubI | Self::MulI | Self::DivI | Self::DivU | Self::RemI | Self::RemU => 1,
            Self::MinI | Self::MaxI | Self::MinU | Self::MaxU => 1,
            Self::Add64 | Self::Sub64 | Self::Mul64 | Self::DivI64 | Self::DivU64 | Self::RemI64 | Self::RemU64 => 1,
            Self::MinI64 | Self::MaxI64 | Self::MinU64 | Self::MaxU64 => 1,
            _ => 0,
        }
    }
}

impl Tern {
    /// Operations on integers.
    pub fn integer_operations(self) -> u32 {
        match self {
            Self::MulAddI => 2,
            Self::ExtractI | Self::ExtractU => 1,
            _ => 0,
        }
    }
}

impl super::Op {
    /// Floating-point operations of a lane.
    pub fn flop(self) -> u32 {
        match self {
            Self::Un { op, .. } => op.flop(),
            Self::Bin { op, .. } => op.flop(),
            Self::Tern { op, .. } => op.flop(),
            Self::SubgroupReduce { kind, .. } => u32::from(kind.is_float()),
            _ => 0,
        }
    }
}
